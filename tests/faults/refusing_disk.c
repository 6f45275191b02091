/* A disk that refuses, laid before libc with LD_PRELOAD: for tests only.
 *
 * Counts the writes, syncs and cuts of files under a folder, and fails those from one on:
 *   REFUSED_UNDER   the folder
 *   REFUSED_SYNCS   1: only syncs are counted, and fail
 *   REFUSED_ENDING  only files whose names end so are counted, and fail
 *   REFUSED_FROM    the number of the first that fails, from 1
 *   REFUSED_TIMES   how many fail
 *   REFUSED_WHILE   instead: all fail while there is a file of this name
 *   REFUSED_AGAIN   of the writes, syncs, cuts, renames, links and removals that succeed after the
 *                   first failure, the one of this number fails as well
 *   REFUSED_WITH    the error's number
 *   REFUSED_CUT     the process is killed before so many more writes, syncs, cuts, renames and
 *                   removals after the first failure; 0: it is not
 * Of two writes that fail with ENOSPC, one writes half of it before: a disk is full in the middle
 * of a page, too. A file named REFUSED_DONE is made when the first has failed.
 *
 * Keeps what would be left if the power were cut, in the folder REFUSED_PLATTER: of each file, by
 * the number of its inode, the pages that a sync has written; beside it, `.dirty`, a byte for each
 * page that was written since. A sync that fails forgets which pages those were, as Linux does: no
 * later sync writes them, unless they are written once more. `names` has the folder's names, as of
 * the last time that the folder was synced.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define PAGE 4096

static long number_of(const char *variable) {
    const char *value = getenv(variable);
    return value ? atol(value) : 0;
}

static int is_inside(const char *path) {
    const char *folder = getenv("REFUSED_UNDER");
    return folder && path && !strncmp(path, folder, strlen(folder));
}

static void find_path(int file, char path[4096]) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, 4095);
    path[length > 0 ? length : 0] = 0;
}

static int is_under(int file) {
    char path[4096];
    find_path(file, path);
    return is_inside(path);
}

static int ends_so(int file) {
    char path[4096];
    const char *ending = getenv("REFUSED_ENDING");
    find_path(file, path);
    return !ending || (strlen(path) >= strlen(ending) &&
                       !strcmp(path + strlen(path) - strlen(ending), ending));
}

static long calls, failures, since, later;

/* Something is done to a file: where the power is cut by now, nothing is any more. */
static void count_down(void) {
    long cut = number_of("REFUSED_CUT");
    if (cut && failures && __atomic_add_fetch(&since, 1, __ATOMIC_SEQ_CST) > cut)
        kill(getpid(), SIGKILL);
}

static int is_refused(void) {
    const char *lasting = getenv("REFUSED_WHILE");
    long call = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST) - number_of("REFUSED_FROM");
    return lasting ? !access(lasting, F_OK) : call >= 0 && call < number_of("REFUSED_TIMES");
}

static int fails_again(void) {
    long again = number_of("REFUSED_AGAIN");
    return again && failures && __atomic_add_fetch(&later, 1, __ATOMIC_SEQ_CST) == again;
}

/* The number of this failure, from 1. */
static long note_failure(void) {
    long failure = __atomic_add_fetch(&failures, 1, __ATOMIC_SEQ_CST);
    if (failure == 1) close(open(getenv("REFUSED_DONE"), O_CREAT | O_WRONLY, 0600));
    errno = (int)number_of("REFUSED_WITH");
    return failure;
}

/* The number of this failure, from 1; 0 where it does not fail. */
static long refused(int file, int is_sync) {
    count_down();
    int is_counted = (is_sync || !number_of("REFUSED_SYNCS")) && ends_so(file);
    return (is_counted && is_refused()) || fails_again() ? note_failure() : 0;
}

static int is_name_refused(const char *path) {
    if (!is_inside(path)) return 0;
    count_down();
    return fails_again() ? note_failure() > 0 : 0;
}

static int writes_half(long failure, size_t size) {
    return number_of("REFUSED_WITH") == ENOSPC && failure % 2 == 0 && size > 1;
}

/* --- what is on the platter --- */

static int platter(ino_t inode, const char *end) {
    char name[4096];
    const char *folder = getenv("REFUSED_PLATTER");
    if (!folder) return -1;
    snprintf(name, sizeof name, "%s/%lu%s", folder, (unsigned long)inode, end);
    return open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
}

static void mark_dirty(int file, off_t at, ssize_t size) {
    struct stat found;
    int error = errno, dirty = -1;
    if (size > 0 && !fstat(file, &found)) dirty = platter(found.st_ino, ".dirty");
    if (dirty >= 0) {
        for (off_t page = at / PAGE; page <= (at + size - 1) / PAGE; page++)
            REAL(pwrite)(dirty, "1", 1, page);
        close(dirty);
    }
    errno = error;
}

static void write_names(void) {
    char name[4096], fresh[4200];
    struct dirent *found;
    snprintf(name, sizeof name, "%s/names", getenv("REFUSED_PLATTER"));
    snprintf(fresh, sizeof fresh, "%s.fresh", name);
    FILE *names = fopen(fresh, "w");
    DIR *folder = opendir(getenv("REFUSED_UNDER"));
    while (names && folder && (found = readdir(folder)))
        if (found->d_type == DT_REG)
            fprintf(names, "%lu %s\n", (unsigned long)found->d_ino, found->d_name);
    if (folder) closedir(folder);
    if (names) fclose(names);
    REAL(rename)(fresh, name);
}

static ssize_t read_page(int file, char *page, off_t at) {
    ssize_t size = pread(file, page, PAGE, at);
    if (size >= 0) return size;
    char link[64]; /* it is open for writing only */
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    int other = open(link, O_RDONLY | O_CLOEXEC);
    size = pread(other, page, PAGE, at);
    close(other);
    return size;
}

/* A sync has written all dirty pages; or it has failed, and they are taken for clean. */
static void settle(int file, int is_written) {
    struct stat found;
    char is_dirty, page[PAGE];
    if (!getenv("REFUSED_PLATTER") || fstat(file, &found)) return;
    if (S_ISDIR(found.st_mode)) {
        if (is_written) write_names();
        return;
    }
    int dirty = platter(found.st_ino, ".dirty"), kept = platter(found.st_ino, "");
    for (off_t at = 0; is_written && pread(dirty, &is_dirty, 1, at) == 1; at++) {
        if (!is_dirty) continue;
        ssize_t size = read_page(file, page, at * PAGE);
        if (size > 0) REAL(pwrite)(kept, page, size, at * PAGE);
    }
    if (is_written) REAL(ftruncate)(kept, found.st_size);
    REAL(ftruncate)(dirty, 0);
    close(dirty);
    close(kept);
}

static int synced(int file, int (*sync)(int)) {
    if (!is_under(file)) return sync(file);
    int failed = refused(file, 1) ? -1 : sync(file), error = errno;
    settle(file, !failed);
    errno = error;
    return failed;
}

/* --- what stands before libc --- */

ssize_t write(int file, const void *data, size_t size) {
    if (!is_under(file)) return REAL(write)(file, data, size);
    long failure = refused(file, 0);
    off_t at = lseek(file, 0, SEEK_CUR);
    if (failure && !writes_half(failure, size)) return -1;
    ssize_t written = REAL(write)(file, data, failure ? size / 2 : size);
    mark_dirty(file, at, written);
    return written;
}

ssize_t pwrite64(int file, const void *data, size_t size, off64_t at) {
    if (!is_under(file)) return REAL(pwrite64)(file, data, size, at);
    long failure = refused(file, 0);
    if (failure && !writes_half(failure, size)) return -1;
    ssize_t written = REAL(pwrite64)(file, data, failure ? size / 2 : size, at);
    mark_dirty(file, at, written);
    return written;
}

ssize_t pwrite(int file, const void *data, size_t size, off_t at) {
    return pwrite64(file, data, size, at);
}

ssize_t sendfile(int to, int from, off_t *at, size_t size) {
    ssize_t (*real)(int, int, off_t *, size_t) = dlsym(RTLD_NEXT, "sendfile");
    if (!is_under(to)) return real(to, from, at, size);
    off_t start = lseek(to, 0, SEEK_CUR);
    if (refused(to, 0)) return -1;
    ssize_t written = real(to, from, at, size);
    mark_dirty(to, start, written);
    return written;
}

int fsync(int file) { return synced(file, REAL(fsync)); }

int fdatasync(int file) { return synced(file, REAL(fdatasync)); }

int ftruncate64(int file, off64_t size) {
    return is_under(file) && refused(file, 0) ? -1 : REAL(ftruncate64)(file, size);
}

int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

int rename(const char *from, const char *to) {
    return is_name_refused(to) ? -1 : REAL(rename)(from, to);
}

int link(const char *from, const char *to) {
    return is_name_refused(to) ? -1 : REAL(link)(from, to);
}

int unlink(const char *name) { return is_name_refused(name) ? -1 : REAL(unlink)(name); }
