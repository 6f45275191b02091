/* A disk that refuses, laid before libc with LD_PRELOAD: for tests only.
 *
 * Counts the writes, syncs and cuts of files under a folder, and fails those from one on:
 *   REFUSED_UNDER   the folder
 *   REFUSED_FROM    the number of the first that fails, from 1
 *   REFUSED_TIMES   how many fail
 *   REFUSED_WITH    the error's number
 * Of two writes that fail with ENOSPC, one writes half of it before: a disk is full in the middle
 * of a page, too. A file named REFUSED_DONE is made when the first has failed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static long number_of(const char *variable) {
    const char *value = getenv(variable);
    return value ? atol(value) : 0;
}

static int is_under(int file) {
    const char *folder = getenv("REFUSED_UNDER");
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = folder ? readlink(link, path, sizeof path - 1) : -1;
    return length > 0 && !strncmp(path, folder, strlen(folder));
}

static long calls;

/* The number of this failure, from 1; 0 where it does not fail. */
static long refused(int file) {
    if (!is_under(file)) return 0;
    long call = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
    long failure = call - number_of("REFUSED_FROM") + 1;
    if (failure < 1 || failure > number_of("REFUSED_TIMES")) return 0;
    if (failure == 1) close(open(getenv("REFUSED_DONE"), O_CREAT | O_WRONLY, 0600));
    errno = (int)number_of("REFUSED_WITH");
    return failure;
}

static int writes_half(long failure, size_t size) {
    return number_of("REFUSED_WITH") == ENOSPC && failure % 2 == 0 && size > 1;
}

ssize_t write(int file, const void *data, size_t size) {
    long failure = refused(file);
    if (!failure) return REAL(write)(file, data, size);
    return writes_half(failure, size) ? REAL(write)(file, data, size / 2) : -1;
}

ssize_t pwrite(int file, const void *data, size_t size, off_t at) {
    long failure = refused(file);
    if (!failure) return REAL(pwrite)(file, data, size, at);
    return writes_half(failure, size) ? REAL(pwrite)(file, data, size / 2, at) : -1;
}

ssize_t pwrite64(int file, const void *data, size_t size, off64_t at) {
    long failure = refused(file);
    if (!failure) return REAL(pwrite64)(file, data, size, at);
    return writes_half(failure, size) ? REAL(pwrite64)(file, data, size / 2, at) : -1;
}

int fsync(int file) { return refused(file) ? -1 : REAL(fsync)(file); }

int fdatasync(int file) { return refused(file) ? -1 : REAL(fdatasync)(file); }

int ftruncate(int file, off_t size) { return refused(file) ? -1 : REAL(ftruncate)(file, size); }

int ftruncate64(int file, off64_t size) {
    return refused(file) ? -1 : REAL(ftruncate64)(file, size);
}
