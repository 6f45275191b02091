"""The HTTP endpoints for phones."""

import asyncio
import hashlib
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import wraps
from importlib import resources
from typing import Any, Final

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.exports.documents import picture
from companion.exports.extras import MissingExtraError
from companion.web.access.guard import RequestGuard
from companion.web.access.guests import CODE_LENGTH, LETTERS, AccessDeniedError, Guest
from companion.web.hub import Hub
from companion.web.moves import Judged, MalformedMoveError, Move, MoveRejectedError, Moves
from companion.web.shared_sheet import KINDS as SHEET_KINDS
from companion.web.shared_sheet import shared_sheet_page
from companion.words import LANGUAGES
from companion.words.language import guess_language, translations

HEARTBEAT_INTERVAL: Final = 10.0  # seconds of silence before a stream sends a heartbeat
MOST_STREAMS: Final = 4  # per phone: it can have the page open more than once
LARGEST_BODY: Final = 16 * 1024
BODY_TIMEOUT: Final = 5.0  # seconds for the body of a request
DAY_SECONDS: Final = 24 * 60 * 60
YEAR_SECONDS: Final = 365 * DAY_SECONDS
KINDS: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/manifest+json",
}

OF_SHEET: Final = ("/page/icon.svg", "/page/page.css")

Answer = Callable[[Request, Guest], Awaitable[Response]]
Deed = Callable[[Request, Guest, Mapping[str, Any]], Awaitable[Response]]
Handler = Callable[[Request], Awaitable[Response]]


class BadRequestError(Exception):
    """A request that cannot be read; carries the HTTP status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def page_files() -> dict[str, tuple[bytes, str]]:
    """Return every file of the page folder with its media type; no other file is ever sent."""
    folder = resources.files("companion.web") / "page"
    return {
        file.name: (file.read_bytes(), KINDS[f".{file.name.rpartition('.')[2]}"])
        for file in folder.iterdir()
        if f".{file.name.rpartition('.')[2]}" in KINDS
    }


def _version(files: Mapping[str, tuple[bytes, str]]) -> str:
    """Return a short hash of all files."""
    mark = hashlib.sha256()
    for name in sorted(files):
        mark.update(name.encode() + b"\0" + files[name][0])
    return mark.hexdigest()[:12]


class Endpoints:
    """The HTTP endpoints, backed by one hub."""

    def __init__(self, hub: Hub, judged: Judged | None = None) -> None:
        self._hub = hub
        self._moves = Moves(hub, judged) if judged is not None else None
        self._files = page_files()
        self._version = _version(self._files)
        self._making = asyncio.Lock()  # one document at a time: they are expensive to render
        self._streams: dict[str, list[asyncio.Event]] = {}  # by token, the oldest first
        self._closing = False

    def app(self) -> RequestGuard:
        """Return the ASGI app with all endpoints, wrapped in the request guard."""
        routes = [
            Route("/", self._page),
            Route("/page/{name}", self._file),
            Route("/page/{version}/{name}", self._file_of_version),
            Route("/api/labels", self._labels),
            Route("/api/enter", self._enter, methods=["POST"]),
            Route("/api/events", self._for_guests(self._events)),
            Route("/api/board", self._for_guests(self._board)),
            Route("/api/log", self._for_guests(self._log)),
            Route("/api/sheet", self._for_guests(self._sheet)),
            *(self._seated() if self._moves is not None else ()),
            Route("/sheet/{token}", self._shared_page),
            Route("/sheet/{token}/{kind}", self._shared_sheet),
            Route("/{code}", self._page),
        ]
        app = Starlette(routes=routes)
        app.router.redirect_slashes = False  # an unknown path is a 404
        return RequestGuard(self._while_open(app))

    def _while_open(self, app: ASGIApp) -> ASGIApp:
        """Return 404 for everything but score sheets and their assets while phones can't join."""

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            reached = app if self._hub.is_open or _is_of_sheet(scope["path"]) else _refused(404)
            await reached(scope, receive, send)

        return answer

    def _seated(self) -> list[Route]:
        """Return the routes for phones that have a seat."""
        assert self._moves is not None
        return [
            Route("/api/sit", self._deed(self._sit), methods=["POST"]),
            Route("/api/stand", self._deed(self._stand), methods=["POST"]),
            Route("/api/routes", self._for_guests(self._routes)),
            Route("/api/ruling", self._for_guests(self._ruling)),
            Route("/api/turn", self._for_guests(self._turn)),
            Route("/api/tickets", self._for_guests(self._tickets)),
            *(
                Route(f"/api/{name}", self._deed(self._moved(move)), methods=["POST"])
                for name, move in self._moves.by_name.items()
            ),
        ]

    def close(self) -> None:
        """End all event streams."""
        self._closing = True
        self._hub.changed()

    # --- the page ---

    async def _page(self, request: Request) -> Response:
        code = request.path_params.get("code", "")
        if code and (len(code) != CODE_LENGTH or set(code.upper()) - set(LETTERS)):
            return _refused(404)
        content, kind = self._files["index.html"]
        named = content.replace(b'"/page/', f'"/page/{self._version}/'.encode())
        return Response(named, media_type=kind, headers={"cache-control": "no-cache"})

    async def _file(self, request: Request) -> Response:
        return self._sent(request.path_params["name"], "no-cache")

    async def _file_of_version(self, request: Request) -> Response:
        """Cacheable forever: another version has another URL."""
        if request.path_params["version"] != self._version:
            return _refused(404)
        return self._sent(request.path_params["name"], f"max-age={YEAR_SECONDS}, immutable")

    def _sent(self, name: str, kept: str) -> Response:
        if name not in self._files:
            return _refused(404)
        content, kind = self._files[name]
        return Response(content, media_type=kind, headers={"cache-control": kept})

    async def _labels(self, request: Request) -> Response:
        return _data(self._hub.labels(self._language(request)))

    # --- a score sheet for any phone ---

    async def _shared_page(self, request: Request) -> Response:
        token, language = request.path_params["token"], self._language(request)
        if self._hub.shared_sheet(token) is None:
            return _refused(404)
        return HTMLResponse(shared_sheet_page(self._hub.words(language), language, token))

    async def _shared_sheet(self, request: Request) -> Response:
        sheet, kind = (
            self._hub.shared_sheet(request.path_params["token"]),
            request.path_params["kind"],
        )
        if sheet is None or kind not in SHEET_KINDS:
            return _refused(404)
        async with self._making:
            try:
                made = await asyncio.to_thread(sheet.document, kind)
            except MissingExtraError:
                made = None
        if made is None:
            return _refused(404)
        named = {"content-disposition": f'inline; filename="{made.name}"'}
        return Response(made.data, media_type=SHEET_KINDS[kind], headers=named)

    # --- joining ---

    async def _enter(self, request: Request) -> Response:
        try:
            code = (await _body(request)).get("code")
        except BadRequestError as error:
            return _refused(error.status)
        if not isinstance(code, str):
            return _refused(400)
        address = request.client.host if request.client else ""
        await asyncio.sleep(self._hub.guest_list.delay(address, time.monotonic()))
        try:
            token = self._hub.guest_list.admit(code, address, time.monotonic())
        except AccessDeniedError as denied:
            return JSONResponse({"code": denied.code, "why": self._why(request, denied)}, 403)
        self._hub.tell_guests()
        answer = JSONResponse({"ok": True})
        cookie = _cookie(request)
        answer.set_cookie(cookie, token, max_age=DAY_SECONDS, httponly=True, samesite="strict")
        return answer

    def _why(self, request: Request, denied: AccessDeniedError) -> str:
        gettext = self._hub.words(self._language(request)).gettext
        return {
            "wrong_code": gettext("That's not the code on the kiosk."),
            "too_many_tries": gettext("Too many wrong codes. Wait a minute, then try again."),
            "full": gettext("Too many phones connected. Remove one on the kiosk first."),
        }[denied.code]

    def _for_guests(self, answer: Answer) -> Handler:
        """Answer 401 unless the phone has joined."""

        @wraps(answer)
        async def handle(request: Request) -> Response:
            guest = self._guest(request)
            return _refused(401) if guest is None else await answer(request, guest)

        return handle

    def _deed(self, deed: Deed) -> Handler:
        """Like `_for_guests`, for requests with a JSON body."""

        @wraps(deed)
        async def handle(request: Request) -> Response:
            try:
                asked = await _body(request)
            except BadRequestError as error:
                return _refused(error.status)
            # A phone can lose its seat while its body is arriving: look the guest up only now, and
            # await nothing before `deed`.
            guest = self._guest(request)
            return _refused(401) if guest is None else await deed(request, guest, asked)

        return handle

    def _guest(self, request: Request) -> Guest | None:
        """Return the phone that sent the request, or None if it has not joined."""
        return self._hub.guest_list.guest(request.cookies.get(_cookie(request), ""))

    async def _sit(self, request: Request, guest: Guest, asked: Mapping[str, Any]) -> Response:
        seat, game = asked.get("seat"), self._hub.snapshot.game
        if game is None or type(seat) is not int or not 0 <= seat < len(game.state.seats):
            return _refused(400)
        secret = bool(self._hub.tickets(seat))
        sits = self._hub.guest_list.sit(request.cookies[_cookie(request)], seat, secret=secret)
        self._hub.tell_guests()
        return JSONResponse({"sits": sits})

    async def _stand(self, request: Request, guest: Guest, asked: Mapping[str, Any]) -> Response:
        self._hub.guest_list.stand(request.cookies[_cookie(request)])
        self._hub.tell_guests()
        return JSONResponse({"ok": True})

    # --- moves of a seat ---

    async def _tickets(self, request: Request, guest: Guest) -> Response:
        seat = self._hub.seat_of(guest)
        if seat is None:
            return _refused(403)
        data = self._hub.own_tickets(seat, self._language(request))
        return JSONResponse(data, headers={"cache-control": "no-store"})

    def _moved(self, move: Move) -> Deed:
        async def handle(request: Request, guest: Guest, asked: Mapping[str, Any]) -> Response:
            seat = self._hub.seat_of(guest)
            if seat is None:
                return _refused(403)
            try:
                await move(seat, asked, self._language(request))
            except MoveRejectedError as rejected:
                return JSONResponse({"code": rejected.code, "why": rejected.why}, 409)
            except MalformedMoveError:
                return _refused(400)
            return JSONResponse({"ok": True})

        return handle

    # --- views ---

    async def _routes(self, request: Request, guest: Guest) -> Response:
        return _data(self._hub.routes(guest, self._language(request)))

    async def _turn(self, request: Request, guest: Guest) -> Response:
        return _data(self._hub.turn(guest, self._language(request)))

    async def _ruling(self, request: Request, guest: Guest) -> Response:
        route = request.query_params.get("route", "")
        return _data(self._hub.ruling(guest, route, self._language(request)))

    async def _board(self, request: Request, guest: Guest) -> Response:
        return _data(self._hub.board_data(self._language(request)))

    async def _log(self, request: Request, guest: Guest) -> Response:
        return _data(self._hub.log(self._language(request)))

    async def _sheet(self, request: Request, guest: Guest) -> Response:
        """Return the score sheet of the finished game as a download."""
        game, language = self._hub.snapshot.game, translations(self._language(request))
        if game is None or game.state.phase != "over":
            return _refused(404)
        async with self._making:
            try:
                made = await asyncio.to_thread(picture, game, language)
            except MissingExtraError:
                return _refused(404)
        named = {"content-disposition": f'attachment; filename="{made.name}"'}
        headers = {**named, "cache-control": "no-store"}
        return Response(made.data, media_type=SHEET_KINDS["png"], headers=headers)

    async def _events(self, request: Request, guest: Guest) -> Response:
        token = request.cookies[_cookie(request)]
        stream = self._stream(token, self._language(request))
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(stream, media_type="text/event-stream", headers=headers)

    async def _stream(self, token: str, language: str) -> AsyncIterator[bytes]:
        """Yield the latest view immediately and after each change; missed views are skipped."""
        woken, loop = asyncio.Event(), asyncio.get_running_loop()
        stop = self._hub.subscribe(woken.set)
        streams = self._streams.setdefault(token, [])
        streams.append(woken)
        if len(streams) > MOST_STREAMS:
            streams.pop(0).set()
        last = b""
        try:
            yield b"retry: 1000\n\n"
            while woken in streams and not self._closing:
                guest = self._hub.guest_list.guest(token)
                if guest is None:
                    yield b"event: out\ndata: {}\n\n"
                    return
                woken.clear()
                shown = self._hub.view(guest, language)
                if shown != last:
                    last = shown
                    yield b"id: %d\nevent: view\ndata: %b\n\n" % (self._hub.snapshot.seq, shown)
                else:
                    yield b"event: here\ndata: {}\n\n"
                beat = loop.call_later(HEARTBEAT_INTERVAL, woken.set)
                await woken.wait()
                beat.cancel()
        finally:
            stop()
            if woken in streams:
                streams.remove(woken)
            if not streams:
                self._streams.pop(token, None)

    def _language(self, request: Request) -> str:
        """Return the language chosen on the phone, else the browser's, else the table's."""
        chosen = request.query_params.get("language", "")
        if chosen in LANGUAGES:
            return chosen
        for part in request.headers.get("accept-language", "")[:200].split(","):
            code = part.partition(";")[0].strip()
            if code and (known := guess_language({"LANG": code})) and _is_meant(code, known):
                return known
        return self._hub.snapshot.language


def _is_of_sheet(path: str) -> bool:
    return path.startswith("/sheet/") or path in OF_SHEET


def _is_meant(code: str, known: str) -> bool:
    """Whether the phone asked for that language: unknown languages are guessed as English."""
    return known != "en" or code.lower().startswith("en")


def _cookie(request: Request) -> str:
    """Return the cookie's name, with the port: cookies are shared by all ports of a machine."""
    return f"stationmaster-{request.scope['server'][1]}"


async def _body(request: Request) -> dict[str, Any]:
    """Return the JSON object in a request's body.

    Raises:
        BadRequestError: if it is no JSON object, is too large, or does not arrive in time.
    """
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise BadRequestError(415)
    try:
        data = await asyncio.wait_for(_read(request), BODY_TIMEOUT)
        found = json.loads(data)
        json.dumps(found, ensure_ascii=False).encode()  # rejects lone surrogates ("\\ud800")
    except TimeoutError:
        raise BadRequestError(408) from None
    except (ValueError, RecursionError, ClientDisconnect):
        raise BadRequestError(400) from None
    if not isinstance(found, dict):
        raise BadRequestError(400)
    return found


async def _read(request: Request) -> bytes:
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > LARGEST_BODY:
            raise BadRequestError(413)
    return data


def _data(content: bytes) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(content, media_type="application/json", headers=headers)


def _refused(status: int) -> Response:
    return Response(b"", status)
