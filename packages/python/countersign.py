"""Countersign for agents in Python: propose writes, and hear what people decided.

    cs = Countersign()  # COUNTERSIGN_URL, COUNTERSIGN_AGENT_KEY
    p = cs.propose.price_change(sku="10472", bid_id="B5875", to="1.48")
    d = p.decision(timeout_seconds=600)
    if not d.ok:
        print(d.status, d.comment)

One file, Python 3.9 or newer, the standard library alone. Nothing here approves, and no error and no repr shows a key.
"""

from __future__ import annotations

import base64
import binascii
import datetime
import email.utils
import hashlib
import hmac
import http.client
import json
import os
import random
import re
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass
from decimal import Decimal
from typing import (
    Any,
    Callable,
    Dict,
    Iterator,
    List,
    Literal,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Type,
    Union,
)

__all__ = [
    "ApiError",
    "ConfigError",
    "ConflictingProposalError",
    "Countersign",
    "CountersignError",
    "FieldError",
    "NoAnswerError",
    "Number",
    "Outcome",
    "Proposal",
    "Proposals",
    "Propose",
    "ProposeOptions",
    "UnexpectedAnswerError",
    "View",
    "Webhook",
    "WebhookError",
    "verify_webhook",
]

Number = Union[str, int, Decimal, float]
"""A number or an amount of money. Best as text or a Decimal: a float is refused where JSON would round it."""

View = Dict[str, Any]
"""A proposal in the words of the API."""

# ---------------------------------------------------------------------------------------------------------------- errors


@dataclass(frozen=True)
class FieldError:
    """One problem in the input: its path or word, and the correct form."""

    path: str
    message: str


class CountersignError(Exception):
    """All errors that this file raises."""


class ConfigError(CountersignError):
    """The client cannot be used as it is set up: no address, no key, or one that cannot be sent."""


ConnectionFault = Literal["refused", "unknown_host", "certificate", "timeout", "lost"]


class NoAnswerError(CountersignError):
    """No answer came. Of a proposal it is unknown whether it arrived: repeat it under `idempotency_key`.

    `fault` is `refused` where nothing listens there, and `lost` where the connection broke before an answer had come whole.
    """

    def __init__(self, message: str, fault: ConnectionFault, idempotency_key: Optional[str]) -> None:
        super().__init__(message)
        self.fault = fault
        self.idempotency_key = idempotency_key


class UnexpectedAnswerError(CountersignError):
    """An answer that is not Countersign's: another server answers at this address, or a proxy before it."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class ApiError(CountersignError):
    """Countersign refused the request. `code` is stable; `errors` name the fields that are wrong, by your own words."""

    def __init__(
        self, problem: Mapping[str, Any], retry_after_seconds: Optional[float], idempotency_key: Optional[str]
    ) -> None:
        self.problem = dict(problem)
        status = problem.get("status")
        self.status = status if isinstance(status, int) else 0
        self.code = str(problem.get("code"))
        self.title = str(problem.get("title"))
        self.detail = str(problem.get("detail"))
        self.errors: Tuple[FieldError, ...] = tuple(
            FieldError(str(one.get("path")), str(one.get("message"))) for one in problem.get("errors") or ()
        )
        self.correlation_id: Optional[str] = problem.get("correlation_id")
        """Quote it when you ask about this request."""
        self.retry_after_seconds = retry_after_seconds
        """When a repetition may help; None: the answer does not say."""
        self.idempotency_key = idempotency_key
        fields = [f"{one.path} {one.message}" for one in self.errors]
        unsaid = "; ".join(field for field in fields if field not in self.detail)
        super().__init__(f"{self.detail} ({unsaid})" if unsaid else self.detail)


class ConflictingProposalError(ApiError):
    """A proposal of yours for the same record and field waits: withdraw it first, or wait for its decision."""

    @property
    def proposal_id(self) -> int:
        return int(self.problem["id"])

    @property
    def proposal_url(self) -> str:
        return str(self.problem["url"])


def _api_error(
    problem: Mapping[str, Any], retry_after_seconds: Optional[float], idempotency_key: Optional[str]
) -> ApiError:
    kind: Type[ApiError] = ApiError
    if problem.get("code") == "conflicting_proposal":
        kind = ConflictingProposalError
    return kind(problem, retry_after_seconds, idempotency_key)


def _not_valid(errors: Sequence[FieldError], idempotency_key: Optional[str] = None) -> ApiError:
    """The refusal of input that is known to be wrong before it is sent."""
    problem = {
        "type": "urn:countersign:problem:validation_failed",
        "title": "Not valid",
        "status": 422,
        "code": "validation_failed",
        "detail": "The proposal was not sent.",
        "errors": [{"path": error.path, "message": error.message} for error in errors],
    }
    return _api_error(problem, None, idempotency_key)


# -------------------------------------------------------------------------------------------------------------- requests

_FIRST_PAUSE_SECONDS = 0.5
_PAUSE_SECONDS_MAX = 8.0
_RETRY_AFTER_SECONDS_MAX = 60.0
_PASSING_STATUSES = (408, 425, 429, 500, 502, 503, 504)
_ENDED_BY_PEOPLE = ("too_many_pending", "approvers_behind")
_ANSWER_BYTES_MAX = 64 * 1024 * 1024

_sleep = time.sleep
_clock = time.monotonic
_random = random.random


class _Secret:
    """Keeps a key out of every repr, also out of those that debuggers and crash reporters make of local variables."""

    __slots__ = ("reveal",)

    def __init__(self, text: Optional[str]) -> None:
        self.reveal: Callable[[], Optional[str]] = lambda: text

    def __repr__(self) -> str:
        return "<secret>"


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would turn a proposal into a GET, or take the key elsewhere."""

    # Before urllib reads the Location, which may be no address: its error would go past the faults that we tell apart.
    def http_error_302(self, *_args: Any, **_more: Any) -> None:
        return None

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


@dataclass(frozen=True)
class _Answer:
    status: int
    headers: Mapping[str, str]
    text: bytes


class _Transport:
    """Requests to the API: one attempt, its repetitions, and its faults in words."""

    def __init__(self, url: str, key: _Secret, retries_max: int, attempt_timeout_seconds: float) -> None:
        self.url = url
        self._key = key
        self._retries_max = retries_max
        self._attempt_timeout_seconds = attempt_timeout_seconds
        self._opener = urllib.request.build_opener(_NoRedirect)

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        headers: Optional[Mapping[str, str]] = None,
        idempotency_key: Optional[str] = None,
        wait_seconds: int = 0,
        timeout_seconds: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> Tuple[int, View]:
        """Sends until an answer comes that is no passing fault, `retries_max` times more at most."""
        retries = self._retries_max if retries_max is None else retries_max
        usual = self._attempt_timeout_seconds + wait_seconds
        timeout = usual if timeout_seconds is None else min(usual, timeout_seconds)
        sent = {name: str(value) for name, value in (query or {}).items() if value is not None}
        address = f"{self.url}{path}{'?' + urllib.parse.urlencode(sent) if sent else ''}"
        data = None if body is None else json.dumps(body, allow_nan=False).encode()
        retry = 0
        while True:
            retry += 1
            request = urllib.request.Request(address, data=data, method=method, headers=dict(headers or {}))
            request.add_header("Accept", "application/json")
            if data is not None:
                request.add_header("Content-Type", "application/json")
            if idempotency_key is not None:
                request.add_header("Idempotency-Key", idempotency_key)
            try:
                return self._attempt(request, timeout, idempotency_key)
            except CountersignError as error:
                pause = _pause_before(retry, error) if _is_passing(error) else None
                if pause is None or retry > retries:
                    raise
            _sleep(pause)

    def _attempt(
        self, request: urllib.request.Request, timeout: float, idempotency_key: Optional[str]
    ) -> Tuple[int, View]:
        answer = self._exchange(request, timeout)
        if not isinstance(answer, _Answer):
            raise NoAnswerError(self._words_of(answer, timeout), answer, idempotency_key)
        body = self._body_of(answer)
        if 200 <= answer.status < 300:
            return answer.status, body
        raise _api_error(body, _read_retry_after(answer.headers.get("Retry-After")), idempotency_key)

    def _exchange(self, request: urllib.request.Request, timeout: float) -> Union[_Answer, ConnectionFault]:
        """An error of urllib goes no further: its traceback holds the request's headers, and with them the key."""
        request.add_header("Authorization", f"Bearer {self._key.reveal()}")
        until = _clock() + timeout
        try:
            try:
                response: Any = self._opener.open(request, timeout=timeout)
            except urllib.error.HTTPError as error:
                response = error
            with response:
                return _Answer(response.getcode(), response.headers, _read_whole(response, until))
        except (OSError, http.client.HTTPException, UnicodeError) as error:
            return _fault_of(error)

    def _body_of(self, answer: _Answer) -> View:
        if 300 <= answer.status < 400:
            raise UnexpectedAnswerError(self._redirect_words(answer.headers.get("Location")), answer.status)
        kind = answer.headers.get("Content-Type") or "no content type"
        if re.search(r"\bjson\b", kind):
            try:
                body = json.loads(answer.text)
            except ValueError:
                body = None
            is_good = 200 <= answer.status < 300
            if isinstance(body, dict) and (
                is_good or (isinstance(body.get("code"), str) and isinstance(body.get("detail"), str))
            ):
                return body
        raise UnexpectedAnswerError(
            f"{self.url} answered {answer.status} with {kind.split(';')[0]}, which is not Countersign's API: "
            "check the address.",
            answer.status,
        )

    def _words_of(self, fault: ConnectionFault, timeout: float) -> str:
        return {
            "refused": f"Nothing answers at {self.url}: is Countersign running there?",
            "unknown_host": f"There is no host {urllib.parse.urlsplit(self.url).hostname}: check the address.",
            "certificate": f"The certificate of {self.url} is not trusted here.",
            "timeout": f"{self.url} did not answer within {timeout:g} s.",
            "lost": f"The connection to {self.url} broke before an answer came.",
        }[fault]

    def _redirect_words(self, location: Optional[str]) -> str:
        try:
            to = urllib.parse.urlsplit(urllib.parse.urljoin(self.url, location or ""))
        except ValueError:
            return f"{self.url} redirects to no address at all: check the address."
        here = urllib.parse.urlsplit(self.url)
        if location and (to.scheme, to.netloc) != (here.scheme, here.netloc):
            return f"{self.url} redirects to {to.scheme}://{to.netloc.rpartition('@')[2]}: use that address."
        return f"{self.url} redirects to {to.path}, as Countersign's API never does: check the address."


def _read_whole(response: Any, until: float) -> bytes:
    """The body, before `until`: the socket's own limit counts from each byte that comes."""
    parts: List[bytes] = []
    length = 0
    while True:
        part = response.read1(65_536)
        if not part:
            break
        parts.append(part)
        length += len(part)
        if _clock() > until:
            raise socket.timeout()
        if length > _ANSWER_BYTES_MAX:
            raise http.client.HTTPException("the answer is too long")
    declared = response.headers.get("Content-Length")
    if declared is not None and declared.isdigit() and length < int(declared):
        raise http.client.IncompleteRead(b"")
    return b"".join(parts)


def _fault_of(error: BaseException) -> ConnectionFault:
    cause = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(cause, ConnectionRefusedError):
        return "refused"
    # A name that no host can have, such as one with a part of more than 63 letters.
    if isinstance(cause, (socket.gaierror, UnicodeError)):
        return "unknown_host"
    # By name, because a Python may be built without the module ssl.
    if type(cause).__name__ in ("SSLCertVerificationError", "SSLError"):
        return "certificate"
    # Two classes before Python 3.10.
    if isinstance(cause, (socket.timeout, TimeoutError)):
        return "timeout"
    return "lost"


def _is_passing(error: Exception) -> bool:
    """True for a fault that may be gone a moment later. A backlog of the approvers ends when people decide."""
    if isinstance(error, NoAnswerError):
        return error.fault != "certificate"
    if isinstance(error, UnexpectedAnswerError):
        return error.status in _PASSING_STATUSES
    return isinstance(error, ApiError) and error.status in _PASSING_STATUSES and error.code not in _ENDED_BY_PEOPLE


def _pause_before(retry: int, error: Exception) -> Optional[float]:
    """Doubled each time, half of it left to chance, and never shorter than Retry-After. None: that asks for too long."""
    asked: float = (error.retry_after_seconds or 0.0) if isinstance(error, ApiError) else 0.0
    if asked > _RETRY_AFTER_SECONDS_MAX:
        return None
    doubled: float = min(_FIRST_PAUSE_SECONDS * 2 ** (retry - 1), _PAUSE_SECONDS_MAX)
    mine = doubled * (0.5 + _random() / 2)
    return asked + mine / 4 if asked > 0 else mine


def _read_retry_after(value: Optional[str]) -> Optional[float]:
    """In seconds, from seconds or a date. None: absent, or neither."""
    if value is None:
        return None
    if re.fullmatch(r"\d{1,9}", value.strip()):
        return float(value)
    try:
        at = email.utils.parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    return max(0.0, at.timestamp() - time.time())


# --------------------------------------------------------------------------------------------------------------- numbers

_FLOAT_DIGITS_MAX = 15
"""So many digits survive the way from decimal to float and back."""
_JSON_INTEGER_MAX = 2**53 - 1


class _WrongValue(Exception):
    pass


def _decimal_text(value: Any) -> str:
    """A number as decimal text, which JSON hands on digit by digit."""
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        _check_float(value)
        value = Decimal(repr(value))
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, Decimal) and value.is_finite():
        return format(value, "f")
    raise _WrongValue("must be a number: decimal text such as '1.48', a Decimal or an int")


def _check_float(value: float) -> None:
    number = Decimal(repr(value))
    if not number.is_finite():
        raise _WrongValue("must be a finite number")
    if len(number.normalize().as_tuple().digits) > _FLOAT_DIGITS_MAX:
        raise _WrongValue("is a float that was rounded already: pass decimal text or a Decimal")


def _as_json(value: Any, path: str, errors: List[FieldError]) -> Any:
    """The same in JSON's own types, with Decimals as text. A value that would not arrive as it is joins the errors."""
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, Mapping):
        return {str(name): _as_json(one, f"{path}.{name}" if path else str(name), errors) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_as_json(one, f"{path}[{index}]", errors) for index, one in enumerate(value)]
    try:
        if isinstance(value, Decimal):
            return _decimal_text(value)
        if isinstance(value, float):
            _check_float(value)
            return value
        if isinstance(value, int):
            if abs(value) > _JSON_INTEGER_MAX:
                raise _WrongValue("is an integer that JSON would round: pass it as text")
            return value
        raise _WrongValue(f"is a {type(value).__name__}, which JSON does not have")
    except _WrongValue as wrong:
        errors.append(FieldError(path, str(wrong)))
        return None


# ------------------------------------------------------------------------------------------------------------- proposals

_TURN_SECONDS = 45
"""Under the 55 s that the API takes, and the 60 s after which many a proxy hangs up."""
_SAME_ANSWER_PAUSE_SECONDS = 1.0
_FAULT_PAUSE_SECONDS_MAX = 10.0
_GRACE_SECONDS = 2.0


@dataclass(frozen=True)
class Outcome:
    """The end of a wait. `ok`: as it was proposed, it was approved or has been written. `pending`: the time was up."""

    ok: bool
    id: int
    status: str
    comment: Optional[str]
    """The person's own words, above all those of a rejection."""
    decided_by: Optional[str]
    superseded_by: Optional[Dict[str, Any]]
    """The version of a person that took its place."""
    end_reason: Optional[str]
    """Why it ended, in words of Countersign."""
    view: View


class Proposal:
    """A proposal as the API answered it, with what may be done next."""

    def __init__(self, calls: Proposals, view: View, created: bool, idempotency_key: str) -> None:
        self._calls = calls
        self.view = view
        self.created = created
        """False: made before, under this key or as an equal one that still waits."""
        self.idempotency_key = idempotency_key
        """Repeating the same call under this key proposes nothing anew."""

    def __repr__(self) -> str:
        return f"<Proposal #{self.id} {self.status}>"

    @property
    def id(self) -> int:
        return int(self.view["id"])

    @property
    def status(self) -> str:
        return str(self.view["status"])

    @property
    def url(self) -> str:
        """Its page, for people."""
        return str(self.view["url"])

    @property
    def risk_level(self) -> int:
        """The tier that was set: 1 to 5."""
        return int(self.view["risk_level"])

    @property
    def conflicts_with(self) -> List[Dict[str, Any]]:
        """Others that wait with another value for the same record and field, as of this answer."""
        return list(self.view["conflicts_with"])

    def decision(
        self, timeout_seconds: float = 600, on_change: Optional[Callable[[View], None]] = None
    ) -> Outcome:
        """Waits until people have decided."""
        return self._calls.wait_for_decision(self.id, timeout_seconds, on_change)

    def outcome(
        self, timeout_seconds: float = 600, on_change: Optional[Callable[[View], None]] = None
    ) -> Outcome:
        """Waits until it is written, or never will be."""
        return self._calls.wait_for_outcome(self.id, timeout_seconds, on_change)

    def withdraw(self) -> View:
        """Takes it back while nobody has decided."""
        return self._calls.withdraw(self.id)

    def refresh(self) -> View:
        """As it stands now."""
        return self._calls.get(self.id)


class Proposals:
    """Your agent's own proposals."""

    def __init__(self, transport: _Transport) -> None:
        self._transport = transport

    def create(
        self,
        body: Mapping[str, Any],
        *,
        idempotency_key: Optional[str] = None,
        correlation_id: Optional[str] = None,
        traceparent: Optional[str] = None,
    ) -> Proposal:
        """Proposes in the words of the API; `propose` has a method for each action type.

        The same key and body are one proposal, however often they are sent: an id that your own program keeps is best, such
        as that of the model's tool call. Absent: a new one, which all repetitions of this call share.
        """
        key = str(uuid.uuid4()) if idempotency_key is None else idempotency_key
        given = {"X-Correlation-Id": correlation_id, "traceparent": traceparent}
        headers = {name: value for name, value in given.items() if value is not None}
        errors: List[FieldError] = []
        sent = _as_json(body, "", errors)
        for path, text in (("idempotency_key", key), *headers.items()):
            if not re.fullmatch(r"[\x21-\x7e]{1,200}", text):
                errors.append(FieldError(path, "must be 1 to 200 printable ASCII characters"))
        if errors:
            raise _not_valid(errors, key)
        status, view = self._transport.send(
            "POST", "/api/v1/proposals", body=sent, headers=headers, idempotency_key=key
        )
        return Proposal(self, view, status == 201, key)

    def get(self, id: int) -> View:
        return self._transport.send("GET", f"/api/v1/proposals/{int(id)}")[1]

    def list(
        self,
        *,
        status: Optional[Sequence[str]] = None,
        conversation_ref: Optional[str] = None,
        cursor: Optional[int] = None,
        limit: Optional[int] = None,
    ) -> View:
        """One page, newest first: `items`, and `next_cursor` to ask on with."""
        statuses = [status] if isinstance(status, str) else status
        query = {
            "status": None if statuses is None else ",".join(statuses),
            "conversation_ref": conversation_ref,
            "cursor": cursor,
            "limit": limit,
        }
        return self._transport.send("GET", "/api/v1/proposals", query=query)[1]

    def all(
        self,
        *,
        status: Optional[Sequence[str]] = None,
        conversation_ref: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Iterator[View]:
        """All that fit, page by page, newest first."""
        cursor: Optional[int] = None
        while True:
            page = self.list(status=status, conversation_ref=conversation_ref, cursor=cursor, limit=limit)
            yield from page["items"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def withdraw(self, id: int) -> View:
        """Takes one back while nobody has decided. Withdrawing twice answers the same."""
        return self._transport.send("POST", f"/api/v1/proposals/{int(id)}/withdraw")[1]

    def wait_for_decision(
        self, id: int, timeout_seconds: float = 600, on_change: Optional[Callable[[View], None]] = None
    ) -> Outcome:
        """Waits until people have decided. `ok`: approved."""
        view = self._wait(id, lambda view: view["status"] != "pending", timeout_seconds, on_change)
        return _outcome_of(view, view["status"] in ("approved", "applied"))

    def wait_for_outcome(
        self, id: int, timeout_seconds: float = 600, on_change: Optional[Callable[[View], None]] = None
    ) -> Outcome:
        """Waits until it is written, or never will be. `ok`: applied.

        A write that gave up ends the wait too: `approved` with the `push_status` `dead`, because it is people's to send again.
        """

        def is_over(view: View) -> bool:
            status = view["status"]
            return bool(status != "pending" and (status != "approved" or view["push_status"] == "dead"))

        view = self._wait(id, is_over, timeout_seconds, on_change)
        return _outcome_of(view, view["status"] == "applied")

    def _wait(
        self,
        id: int,
        is_over: Callable[[View], bool],
        timeout_seconds: float,
        on_change: Optional[Callable[[View], None]],
    ) -> View:
        """The view that ends the wait, or the latest one when the time is up. A passing fault ends nothing meanwhile."""
        until = _clock() + timeout_seconds
        latest: Optional[View] = None
        faults = 0
        while True:
            started = _clock()
            left = max(0.0, until - started)
            wait = 0 if latest is None else int(min(_TURN_SECONDS, left))
            try:
                view = self._read_in_turn(id, wait, left + _GRACE_SECONDS)
            except CountersignError as error:
                left = max(0.0, until - _clock())
                if not _is_passing(error) or (left == 0 and latest is None):
                    raise
                if left == 0 and latest is not None:
                    return latest
                faults += 1
                asked = (error.retry_after_seconds or 0.0) if isinstance(error, ApiError) else 0.0
                mine = min(_FIRST_PAUSE_SECONDS * 2 ** min(faults, 10), _FAULT_PAUSE_SECONDS_MAX)
                _sleep(min(max(asked, mine), left))
                continue
            faults = 0
            is_same = view == latest
            latest = view
            if not is_same and on_change is not None:
                on_change(view)
            left = max(0.0, until - _clock())
            if is_over(view) or left == 0:
                return view
            # A proxy that answers in the server's place does not wait for a change.
            if is_same and _clock() - started < _SAME_ANSWER_PAUSE_SECONDS:
                _sleep(min(_SAME_ANSWER_PAUSE_SECONDS, left))

    def _read_in_turn(self, id: int, wait: int, timeout_seconds: float) -> View:
        return self._transport.send(
            "GET",
            f"/api/v1/proposals/{int(id)}",
            query={"wait": wait} if wait > 0 else None,
            wait_seconds=wait,
            timeout_seconds=timeout_seconds,
            retries_max=0,
        )[1]


def _outcome_of(view: View, ok: bool) -> Outcome:
    names = ("id", "status", "comment", "decided_by", "superseded_by", "end_reason")
    return Outcome(ok=ok, view=view, **{name: view[name] for name in names})


# -------------------------------------------------------------------------------------------------- words of action types


@dataclass(frozen=True)
class ProposeOptions:
    """The rest of a proposal, the same for each action type."""

    expires_in_seconds: Optional[int] = None
    """At most, and without it, the full time of the tier."""
    model: Optional[str] = None
    """Shown to people, and kept for the record."""
    prompt_template_version: Optional[str] = None
    conversation_ref: Optional[str] = None
    risk_level: Optional[int] = None
    """Your own view of the tier, 1 to 5: shown as your claim, never weighed."""
    context: Optional[Mapping[str, Any]] = None
    """Names under `context`, such as a ticket's number, beside those that the words fill in."""
    correlation_id: Optional[str] = None
    """An id of your own, which travels to the receipt of the write and stands in every log line about it."""
    traceparent: Optional[str] = None
    """Of W3C Trace Context: the proposal belongs to your trace."""


@dataclass(frozen=True)
class _Word:
    name: str
    place: str
    kind: str
    required: bool


@dataclass(frozen=True)
class _Action:
    action_type: str
    entity_type: str
    words: Tuple[_Word, ...]
    always: Tuple[Tuple[str, Optional[str]], ...] = ()
    line_words: Tuple[_Word, ...] = ()


_Values = Mapping[str, Any]


def _named(line: _Values) -> Dict[str, Any]:
    """A line of a roll. `from` is a keyword of Python's, but no dict minds it."""
    return {("from_" if name == "from" else name): value for name, value in line.items()}


def _word_at(words: Sequence[_Word], place: str) -> Optional[str]:
    return next((word.name for word in words if word.place == place), None)


def _changed_fields(words: Sequence[_Word], always: Sequence[Tuple[str, Any]], values: _Values) -> List[str]:
    """Each field once, in the order of the words: the API's complaints count them in this order."""
    changed = [
        word.place[len("changes.") : -len(".to")]
        for word in words
        if word.place.startswith("changes.") and word.place.endswith(".to") and values.get(word.name) is not None
    ]
    return list(dict.fromkeys([*changed, *(field for field, _to in always)]))


def _content_of(words: Sequence[_Word], always: Sequence[Tuple[str, Any]], values: _Values) -> Dict[str, Any]:
    def value_at(place: str) -> Any:
        return values.get(_word_at(words, place) or "")

    context = {
        word.place[len("context.") :]: values[word.name]
        for word in words
        if word.place.startswith("context.") and values.get(word.name) is not None
    }
    changes: List[Dict[str, Any]] = []
    for field in _changed_fields(words, always, values):
        seen, given = value_at(f"changes.{field}.from"), value_at(f"changes.{field}.to")
        to = dict(always).get(field) if given is None else given
        changes.append({"field": field, **({} if seen is None else {"from": seen}), "to": to})
    return {"entity_ref": value_at("entity_ref"), "changes": changes, "context": context}


def _checked(words: Sequence[_Word], values: _Values, path: str, errors: List[FieldError]) -> Dict[str, Any]:
    """The values in the form that is sent. A word that is missing, unknown or of another kind joins the errors."""
    names = [word.name for word in words]
    checked: Dict[str, Any] = {}
    for word in words:
        value = values.get(word.name)
        if value is None:
            if word.required:
                errors.append(FieldError(path + word.name, "is missing"))
        elif word.kind == "decimal":
            try:
                as_text = _decimal_text(value)
                # Under `context` a count is kept as it was given: it names a place, and is no value that is written.
                checked[word.name] = value if word.place.startswith("context.") and type(value) is int else as_text
            except _WrongValue as wrong:
                errors.append(FieldError(path + word.name, str(wrong)))
        elif word.kind == "text" and not isinstance(value, str):
            errors.append(FieldError(path + word.name, "must be text"))
        else:
            checked[word.name] = value
    for name in values:
        if name not in names:
            errors.append(FieldError(path + name, f"is no word of it; there are {', '.join(names)}"))
    return checked


def _in_words(action: _Action, values: _Values, errors: Sequence[FieldError]) -> List[Dict[str, str]]:
    """The API's complaints, about paths of the proposal, in the words that the caller used."""

    def word_of(words: Sequence[_Word], always: Sequence[Tuple[str, Any]], within: _Values, path: str) -> Optional[str]:
        fields = dict(enumerate(_changed_fields(words, always, within)))
        return _word_at(
            words, re.sub(r"^changes\[(\d+)\]", lambda at: f"changes.{fields.get(int(at[1]))}", path)
        )

    roll = next((word.name for word in action.words if word.kind == "list"), None)
    issues: List[Dict[str, str]] = []
    for error in errors:
        line = re.fullmatch(r"lines\[(\d+)\](?:\.(.+))?", error.path)
        if line and roll:
            lines = values.get(roll) or []
            of_line = lines[int(line[1])] if int(line[1]) < len(lines) else {}
            within = line[2] and (word_of(action.line_words, (), of_line, line[2]) or line[2])
            path = f"{roll}[{line[1]}]" + (f".{within}" if within else "")
        else:
            path = word_of(action.words, action.always, values, error.path) or error.path
        issues.append({"path": path, "message": error.message})
    return issues


class _ProposeByWords:
    def __init__(self, proposals: Proposals) -> None:
        self._proposals = proposals

    def _propose(
        self,
        name: str,
        words: Dict[str, Any],
        reason: Optional[str],
        evidence: Optional[Sequence[str]],
        idempotency_key: Optional[str],
        options: Optional[ProposeOptions],
    ) -> Proposal:
        action = _ACTIONS[name]
        more = options or ProposeOptions()
        errors: List[FieldError] = []
        values = _checked(action.words, words, "", errors)
        roll = next((word.name for word in action.words if word.kind == "list"), None)
        if roll is not None and roll in values:
            values[roll] = self._lines_of(action, roll, values[roll], errors)
        if errors:
            raise _not_valid(errors, idempotency_key)
        body = self._body_of(action, values, more)
        if reason is not None:
            body["reason"] = reason
        if evidence is not None:
            body["evidence"] = list(evidence)
        try:
            return self._proposals.create(
                body,
                idempotency_key=idempotency_key,
                correlation_id=more.correlation_id,
                traceparent=more.traceparent,
            )
        except ApiError as error:
            if not error.errors:
                raise
            problem = {**error.problem, "errors": _in_words(action, values, error.errors)}
            named = _api_error(problem, error.retry_after_seconds, error.idempotency_key)
        raise named

    @staticmethod
    def _lines_of(action: _Action, roll: str, lines: Any, errors: List[FieldError]) -> List[Dict[str, Any]]:
        is_list = isinstance(lines, (list, tuple)) and all(isinstance(line, Mapping) for line in lines)
        if not is_list:
            errors.append(FieldError(roll, "must be a list of dicts"))
            return []
        return [
            _checked(action.line_words, _named(line), f"{roll}[{index}].", errors) for index, line in enumerate(lines)
        ]

    @staticmethod
    def _body_of(action: _Action, values: Dict[str, Any], more: ProposeOptions) -> Dict[str, Any]:
        entity_type = _word_at(action.words, "entity_type")
        roll = _word_at(action.words, "lines")
        content = _content_of(action.words, action.always, values)
        body: Dict[str, Any] = {
            "action_type": action.action_type,
            "entity_type": values[entity_type] if entity_type else action.entity_type,
            **content,
            "context": {**(more.context or {}), **content["context"]},
            "expires_in_seconds": more.expires_in_seconds,
            "model": more.model,
            "prompt_template_version": more.prompt_template_version,
            "conversation_ref": more.conversation_ref,
            "risk_level": more.risk_level,
        }
        if roll:
            body["lines"] = [_content_of(action.line_words, (), line) for line in values[roll]]
        return {name: value for name, value in body.items() if value is not None}


# made by npm run action-types


_ACTIONS: Dict[str, _Action] = {
    "ar_note": _Action(
        "ar_note",
        "customer",
        (
            _Word("customer", "entity_ref", "text", True),
            _Word("note", "changes.note.to", "text", True),
            _Word("title", "context.title", "text", False),
        ),
        (),
        (),
    ),
    "assembly_build": _Action(
        "assembly_build",
        "item",
        (
            _Word("sku", "entity_ref", "text", True),
            _Word("location", "context.location", "text", True),
            _Word("quantity", "changes.quantity.to", "decimal", True),
            _Word("date", "context.trandate", "text", False),
            _Word("memo", "context.memo", "text", False),
        ),
        (),
        (),
    ),
    "price_change": _Action(
        "bid_price_update",
        "item",
        (
            _Word("sku", "entity_ref", "text", True),
            _Word("bid_id", "context.bid_id", "text", True),
            _Word("customer", "context.customer", "text", False),
            _Word("from_", "changes.price.from", "decimal", False),
            _Word("to", "changes.price.to", "decimal", True),
        ),
        (),
        (),
    ),
    "bom_change": _Action(
        "bom_change",
        "bom",
        (
            _Word("bom", "entity_ref", "text", True),
            _Word("component", "context.component", "text", True),
            _Word("revision", "context.revision", "text", False),
            _Word("quantity_from", "changes.bomquantity.from", "decimal", False),
            _Word("quantity", "changes.bomquantity.to", "decimal", False),
            _Word("yield_from", "changes.componentyield.from", "decimal", False),
            _Word("yield_percent", "changes.componentyield.to", "decimal", False),
        ),
        (),
        (),
    ),
    "price_roll": _Action(
        "bulk_price_roll",
        "price_roll",
        (
            _Word("name", "entity_ref", "text", True),
            _Word("prices", "lines", "list", True),
        ),
        (),
        (
            _Word("sku", "entity_ref", "text", True),
            _Word("bid_id", "context.bid_id", "text", False),
            _Word("customer", "context.customer", "text", False),
            _Word("from_", "changes.price.from", "decimal", False),
            _Word("to", "changes.price.to", "decimal", True),
        ),
    ),
    "cache_invalidation": _Action(
        "cache_invalidation",
        "cache",
        (
            _Word("cache", "entity_ref", "text", True),
        ),
        (
            ("version_step", "1"),
        ),
        (),
    ),
    "credit_limit": _Action(
        "customer_credit_limit",
        "customer",
        (
            _Word("customer", "entity_ref", "text", True),
            _Word("from_", "changes.creditlimit.from", "decimal", False),
            _Word("to", "changes.creditlimit.to", "decimal", True),
        ),
        (),
        (),
    ),
    "credit_revocation": _Action(
        "customer_credit_revoke",
        "customer",
        (
            _Word("customer", "entity_ref", "text", True),
            _Word("from_", "changes.creditlimit.from", "decimal", False),
        ),
        (
            ("creditlimit", "0"),
        ),
        (),
    ),
    "customer_price": _Action(
        "customer_price_update",
        "item",
        (
            _Word("sku", "entity_ref", "text", True),
            _Word("customer", "context.customer", "text", True),
            _Word("from_", "changes.price.from", "decimal", False),
            _Word("to", "changes.price.to", "decimal", True),
        ),
        (),
        (),
    ),
    "customer_terms": _Action(
        "customer_terms_change",
        "customer",
        (
            _Word("customer", "entity_ref", "text", True),
            _Word("from_", "changes.terms.from", "text", False),
            _Word("to", "changes.terms.to", "text", True),
        ),
        (),
        (),
    ),
    "email_draft": _Action(
        "email_draft",
        "customer",
        (
            _Word("customer", "entity_ref", "text", True),
            _Word("to", "changes.to.to", "text", True),
            _Word("subject", "changes.subject.to", "text", True),
            _Word("text", "changes.body.to", "text", True),
            _Word("cc", "changes.cc.to", "text", False),
        ),
        (),
        (),
    ),
    "inventory_adjustment": _Action(
        "inventory_adjustment",
        "item",
        (
            _Word("sku", "entity_ref", "text", True),
            _Word("location", "context.location", "text", True),
            _Word("on_hand", "changes.adjustqtyby.from", "decimal", False),
            _Word("by", "changes.adjustqtyby.to", "decimal", True),
            _Word("memo", "context.memo", "text", False),
        ),
        (),
        (),
    ),
    "list_price": _Action(
        "item_price_update",
        "item",
        (
            _Word("sku", "entity_ref", "text", True),
            _Word("price_level", "context.price_level", "text", False),
            _Word("quantity_break", "context.quantity_break", "decimal", False),
            _Word("currency", "context.currency", "text", False),
            _Word("from_", "changes.price.from", "decimal", False),
            _Word("to", "changes.price.to", "decimal", True),
        ),
        (),
        (),
    ),
    "note_attachment": _Action(
        "note_attachment",
        "customer",
        (
            _Word("attach_to", "entity_type", "text", True),
            _Word("reference", "entity_ref", "text", True),
            _Word("note", "changes.note.to", "text", True),
            _Word("title", "context.title", "text", False),
        ),
        (),
        (),
    ),
    "order_line_price": _Action(
        "sales_order_line_price",
        "sales_order",
        (
            _Word("order_number", "entity_ref", "text", True),
            _Word("line_key", "context.line_unique_key", "text", False),
            _Word("sku", "context.item", "text", False),
            _Word("from_", "changes.rate.from", "decimal", False),
            _Word("to", "changes.rate.to", "decimal", True),
        ),
        (),
        (),
    ),
    "cost_roll": _Action(
        "vendor_cost_roll",
        "cost_roll",
        (
            _Word("name", "entity_ref", "text", True),
            _Word("costs", "lines", "list", True),
        ),
        (),
        (
            _Word("sku", "entity_ref", "text", True),
            _Word("vendor", "context.vendor", "text", True),
            _Word("from_", "changes.purchaseprice.from", "decimal", False),
            _Word("to", "changes.purchaseprice.to", "decimal", True),
        ),
    ),
    "vendor_cost": _Action(
        "vendor_cost_update",
        "item",
        (
            _Word("sku", "entity_ref", "text", True),
            _Word("vendor", "context.vendor", "text", True),
            _Word("from_", "changes.purchaseprice.from", "decimal", False),
            _Word("to", "changes.purchaseprice.to", "decimal", True),
        ),
        (),
        (),
    ),
}


class Propose(_ProposeByWords):
    """One method for each action type, in the type's own words."""

    def ar_note(
        self,
        *,
        customer: str,
        note: str,
        title: Optional[str] = None,
        reason: Optional[str] = None,
        evidence: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        options: Optional[ProposeOptions] = None,
    ) -> Proposal:
        """Proposes a note on a customer's account, for accounts receivable. A person decides; nothing is written
        now.

        customer: The customer's name, such as Coastal Pantry.
        note: The note's text, as it will stand in NetSuite.
        title: The note's title.
        """
        words = {
            "customer": customer,
            "note": note,
            "title": title,
        }
        return self._propose("ar_note", words, reason, evidence, idempotency_key, options)

    def assembly_build(
        self,
        *,
        sku: str,
        location: str,
        quantity: Number,
        date: Optional[str] = None,
        memo: Optional[str] = None,
        reason: Optional[str] = None,
        evidence: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        options: Optional[ProposeOptions] = None,
    ) -> Proposal:
        """Proposes to build an assembly at one location from the components of its BOM. A person decides; nothing
        is written now.

        sku: The assembly's number, such as 20110.
        location: The location's name, such as Plant 2.
        quantity: How many to build, such as 120.
        date: The day of the build, such as 2026-11-20. Left out: the day of the write.
        memo: Written on the build in NetSuite.
        """
        words = {
            "sku": sku,
            "location": location,
            "quantity": quantity,
            "date": date,
            "memo": memo,
        }
        return self._propose("assembly_build", words, reason, evidence, idempotency_key, options)

    def price_change(
        self,
        *,
        sku: str,
        bid_id: str,
        to: Number,
        customer: Optional[str] = None,
        from_: Optional[Number] = None,
        reason: Optional[str] = None,
        evidence: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        options: Optional[ProposeOptions] = None,
    ) -> Proposal:
        """Proposes a new unit price of one item on one customer's bid. A person decides; nothing is written now.

        sku: The item's number, such as 10472.
        bid_id: The bid, such as B5875.
        to: The new unit price, as decimal text such as 1.48.
        customer: Only to be sure: must be the bid's customer.
        from_: The unit price as you saw it. Leave it out: the gateway takes the live one.
        """
        words = {
            "sku": sku,
            "bid_id": bid_id,
            "to": to,
            "customer": customer,
            "from_": from_,
        }
        return self._propose("price_change", words, reason, evidence, idempotency_key, options)

    def bom_change(
        self,
        *,
        bom: str,
        component: str,
        revision: Optional[str] = None,
        quantity_from: Optional[Number] = None,
        quantity: Optional[Number] = None,
        yield_from: Optional[Number] = None,
        yield_percent: Optional[Number] = None,
        reason: Optional[str] = None,
        evidence: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        options: Optional[ProposeOptions] = None,
    ) -> Proposal:
        """Proposes another quantity or yield of one component of a bill of materials; say at least one of the two.
        A person decides; nothing is written now.

        bom: The BOM's name, such as Garden salad mix.
        component: The component's item number, such as 10542.
        revision: The revision's name, such as R3. Left out: the one in effect.
        quantity_from: The quantity per build as you saw it. Leave it out: the gateway takes the live one.
        quantity: The new quantity per build, such as 0.34.
        yield_from: The yield as you saw it. Leave it out: the gateway takes the live one.
        yield_percent: The new yield in percent, such as 82.5.
        """
        words = {
            "bom": bom,
            "component": component,
            "revision": revision,
            "quantity_from": quantity_from,
            "quantity": quantity,
            "yield_from": yield_from,
            "yield_percent": yield_percent,
        }
        return self._propose("bom_change", words, reason, evidence, idempotency_key, options)

    def price_roll(
        self,
        *,
        name: str,
        prices: Sequence[Mapping[str, Any]],
        reason: Optional[str] = None,
        evidence: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        options: Optional[ProposeOptions] = None,
    ) -> Proposal:
        """Proposes many new bid or customer prices as one: they are read, decided and signed together, and written
        one by one. Critical: two steps and the roll's name typed by a person.

        name: The roll's name, such as SPRING-2027; the person who approves types it.
        prices: Each price that changes, each place once.

        Each of them is a dict: sku, bid_id (optional), customer (optional), from_ (optional), to.
        """
        words = {
            "name": name,
            "prices": prices,
        }
        return self._propose("price_roll", words, reason, evidence, idempotency_key, options)

    def cache_invalidation(
        self,
        *,
        cache: str,
        reason: Optional[str] = None,
        evidence: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        options: Optional[ProposeOptions] = None,
    ) -> Proposal:
        """Proposes to have every reader of a named cache fetch it anew, after something it holds has changed in
        NetSuite.

        cache: The cache's name, such as price-book.
        """
        words = {
            "cache": cache,
        }
        return self._propose("cache_invalidation", words, reason, evidence, idempotency_key, options)

    def credit_limit(
        self,
        *,
        customer: str,
        to: Number,
        from_: Optional[Number] = None,
        reason: Optional[str] = None,
        evidence: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        options: Optional[ProposeOptions] = None,
    ) -> Proposal:
        """Proposes a new credit limit for a customer. A person decides; nothing is written now.

        customer: The customer's name, such as Coastal Pantry.
        to: The new limit in the customer's currency, such as 75000.
        from_: The credit limit as you saw it. Leave it out: the gateway takes the live one.
        """
        words = {
            "customer": customer,
            "to": to,
            "from_": from_,
        }
        return self._propose("credit_limit", words, reason, evidence, idempotency_key, options)

    def credit_revocation(
        self,
        *,
        customer: str,
        from_: Optional[Number] = None,
        reason: Optional[str] = None,
        evidence: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        options: Optional[ProposeOptions] = None,
    ) -> Proposal:
        """Proposes to take a customer's credit limit away and to hold new orders. Always critical: a person reads
        it, types the reference and proves a second factor; nothing is written now.

        customer: The customer's name, such as Halvorsen Markets.
        from_: The credit limit as you saw it. Leave it out: the gateway takes the live one.
        """
        words = {
            "customer": customer,
            "from_": from_,
        }
        return self._propose("credit_revocation", words, reason, evidence, idempotency_key, options)

    def customer_price(
        self,
        *,
        sku: str,
        customer: str,
        to: Number,
        from_: Optional[Number] = None,
        reason: Optional[str] = None,
        evidence: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        options: Optional[ProposeOptions] = None,
    ) -> Proposal:
        """Proposes a new unit price of one item for one customer, named without a bid. A person decides; nothing
        is written now.

        sku: The item's number, such as 10473.
        customer: The customer's name, such as Driscoll's.
        to: The new unit price, as decimal text such as 11.52.
        from_: The unit price as you saw it. Leave it out: the gateway takes the live one.
        """
        words = {
            "sku": sku,
            "customer": customer,
            "to": to,
            "from_": from_,
        }
        return self._propose("customer_price", words, reason, evidence, idempotency_key, options)

    def customer_terms(
        self,
        *,
        customer: str,
        to: str,
        from_: Optional[str] = None,
        reason: Optional[str] = None,
        evidence: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        options: Optional[ProposeOptions] = None,
    ) -> Proposal:
        """Proposes other payment terms for a customer. A person decides; nothing is written now.

        customer: The customer's name, such as Coastal Pantry.
        to: The new terms as NetSuite names them, such as Net 45.
        from_: The terms as you saw them. Leave it out: the gateway takes the live ones.
        """
        words = {
            "customer": customer,
            "to": to,
            "from_": from_,
        }
        return self._propose("customer_terms", words, reason, evidence, idempotency_key, options)

    def email_draft(
        self,
        *,
        customer: str,
        to: str,
        subject: str,
        text: str,
        cc: Optional[str] = None,
        reason: Optional[str] = None,
        evidence: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        options: Optional[ProposeOptions] = None,
    ) -> Proposal:
        """Proposes a draft of an e-mail about a customer. It is kept in Countersign for a person to send by hand;
        nothing is ever sent.

        customer: The customer it is about.
        to: Whom it is for: one address.
        subject: The subject, one line.
        text: The text.
        cc: Who gets a copy: one address.
        """
        words = {
            "customer": customer,
            "to": to,
            "subject": subject,
            "text": text,
            "cc": cc,
        }
        return self._propose("email_draft", words, reason, evidence, idempotency_key, options)

    def inventory_adjustment(
        self,
        *,
        sku: str,
        location: str,
        by: Number,
        on_hand: Optional[Number] = None,
        memo: Optional[str] = None,
        reason: Optional[str] = None,
        evidence: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        options: Optional[ProposeOptions] = None,
    ) -> Proposal:
        """Proposes to add to or take from the stock of one item at one location. A person decides; nothing is
        written now.

        sku: The item's number, such as 10521.
        location: The location's name, such as Dallas DC.
        by: The difference, not the new stock: -150 takes 150 away.
        on_hand: The quantity on hand as you saw it. Leave it out: the gateway takes the live one.
        memo: Written on the adjustment in NetSuite.
        """
        words = {
            "sku": sku,
            "location": location,
            "by": by,
            "on_hand": on_hand,
            "memo": memo,
        }
        return self._propose("inventory_adjustment", words, reason, evidence, idempotency_key, options)

    def list_price(
        self,
        *,
        sku: str,
        to: Number,
        price_level: Optional[str] = None,
        quantity_break: Optional[Number] = None,
        currency: Optional[str] = None,
        from_: Optional[Number] = None,
        reason: Optional[str] = None,
        evidence: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        options: Optional[ProposeOptions] = None,
    ) -> Proposal:
        """Proposes a new list price of one item at one price level, which every customer of that level pays. A
        person decides; nothing is written now.

        sku: The item's number, such as 10472.
        to: The new list price, as decimal text such as 1.60.
        price_level: Such as Wholesale. Left out: the base price.
        quantity_break: From how many units the price holds, such as 25. Left out: from the first unit.
        currency: Such as CAD. Left out: the account's own currency.
        from_: The list price as you saw it. Leave it out: the gateway takes the live one.
        """
        words = {
            "sku": sku,
            "to": to,
            "price_level": price_level,
            "quantity_break": quantity_break,
            "currency": currency,
            "from_": from_,
        }
        return self._propose("list_price", words, reason, evidence, idempotency_key, options)

    def note_attachment(
        self,
        *,
        attach_to: Literal["customer", "sales_order"],
        reference: str,
        note: str,
        title: Optional[str] = None,
        reason: Optional[str] = None,
        evidence: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        options: Optional[ProposeOptions] = None,
    ) -> Proposal:
        """Proposes to attach a note to a customer or a sales order. Trivial: where a standing authorisation covers
        it, it is written without a tap.

        attach_to: What kind of record it is attached to.
        reference: That record: a customer's name, or an order such as SO-22984.
        note: The note's text, as it will stand in NetSuite.
        title: The note's title.
        """
        words = {
            "attach_to": attach_to,
            "reference": reference,
            "note": note,
            "title": title,
        }
        return self._propose("note_attachment", words, reason, evidence, idempotency_key, options)

    def order_line_price(
        self,
        *,
        order_number: str,
        to: Number,
        line_key: Optional[str] = None,
        sku: Optional[str] = None,
        from_: Optional[Number] = None,
        reason: Optional[str] = None,
        evidence: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        options: Optional[ProposeOptions] = None,
    ) -> Proposal:
        """Proposes another rate for one line of an open sales order. Name the line by its key, or by its item
        where only one line has that item. A person decides; nothing is written now.

        order_number: The sales order, such as SO-22984.
        to: The new rate, as decimal text such as 30.90.
        line_key: The line's unique key, such as 2298401.
        sku: The item on the line, such as 10501.
        from_: The line's rate as you saw it. Leave it out: the gateway takes the live one.
        """
        words = {
            "order_number": order_number,
            "to": to,
            "line_key": line_key,
            "sku": sku,
            "from_": from_,
        }
        return self._propose("order_line_price", words, reason, evidence, idempotency_key, options)

    def cost_roll(
        self,
        *,
        name: str,
        costs: Sequence[Mapping[str, Any]],
        reason: Optional[str] = None,
        evidence: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        options: Optional[ProposeOptions] = None,
    ) -> Proposal:
        """Proposes many new vendor costs as one: they are read, decided and signed together, and written one by
        one. Critical: two steps and the roll's name typed by a person.

        name: The roll's name, such as VENDORS-Q1; the person who approves types it.
        costs: Each cost that changes, each place once.

        Each of them is a dict: sku, vendor, from_ (optional), to.
        """
        words = {
            "name": name,
            "costs": costs,
        }
        return self._propose("cost_roll", words, reason, evidence, idempotency_key, options)

    def vendor_cost(
        self,
        *,
        sku: str,
        vendor: str,
        to: Number,
        from_: Optional[Number] = None,
        reason: Optional[str] = None,
        evidence: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        options: Optional[ProposeOptions] = None,
    ) -> Proposal:
        """Proposes a new purchase price of one item at one vendor. A person decides; nothing is written now.

        sku: The item's number, such as 10472.
        vendor: The vendor's name, such as Valley Berry Growers.
        to: The new purchase price, as decimal text such as 0.97.
        from_: The purchase price as you saw it. Leave it out: the gateway takes the live one.
        """
        words = {
            "sku": sku,
            "vendor": vendor,
            "to": to,
            "from_": from_,
        }
        return self._propose("vendor_cost", words, reason, evidence, idempotency_key, options)


# end


# ---------------------------------------------------------------------------------------------------------------- client


class Countersign:
    """Countersign as an agent uses it: it proposes and waits. One client may serve many threads."""

    def __init__(
        self,
        url: Optional[str] = None,
        agent_key: Optional[str] = None,
        *,
        retries_max: int = 3,
        attempt_timeout_seconds: float = 30,
    ) -> None:
        """Without arguments: COUNTERSIGN_URL and COUNTERSIGN_AGENT_KEY of the environment. Raises ConfigError."""
        key = _Secret(agent_key or os.environ.get("COUNTERSIGN_AGENT_KEY"))
        del agent_key
        address = _read_url(url or os.environ.get("COUNTERSIGN_URL"))
        if not key.reveal():
            raise ConfigError("No agent_key: set COUNTERSIGN_AGENT_KEY, or pass agent_key.")
        if not re.fullmatch(r"[\x21-\x7e]{1,500}", key.reveal() or ""):
            raise ConfigError(
                "COUNTERSIGN_AGENT_KEY cannot be sent: it has spaces, line ends or letters outside ASCII, or is too long."
            )
        self.url = address
        self.proposals = Proposals(_Transport(address, key, retries_max, attempt_timeout_seconds))
        self.propose = Propose(self.proposals)
        """One method for each action type: `propose.price_change(sku=…, bid_id=…, to=…)`."""

    def __repr__(self) -> str:
        # A crash reporter asks before the address is known, too.
        return f"Countersign(url={getattr(self, 'url', None)!r})"


def _read_url(text: Optional[str]) -> str:
    """Without the slash at its end. The error shows no credentials of the address."""
    if not text:
        raise ConfigError("No address: set COUNTERSIGN_URL, or pass url.")
    try:
        url = urllib.parse.urlsplit(text)
        is_url = bool(re.fullmatch(r"[\x21-\x7e]+", text) and url.hostname and (url.port is None or url.port > 0))
    except ValueError:
        is_url = False
    if not is_url:
        raise ConfigError("The address of Countersign is no URL: it reads like https://countersign.example.com.")
    if url.scheme not in ("https", "http"):
        raise ConfigError(f"The address of Countersign begins with https:// or http://, not {url.scheme}:")
    if url.username is not None or url.password is not None:
        raise ConfigError("The address of Countersign must hold no name and no password.")
    if "?" in text or "#" in text:
        raise ConfigError("The address of Countersign must hold neither ? nor #.")
    return text.rstrip("/")


# -------------------------------------------------------------------------------------------------------------- webhooks

_TOLERANCE_SECONDS = 300
_KEYS_MAX = 8
_SIGNATURES_LENGTH_MAX = 4_096

WebhookFault = Literal[
    "key_malformed",
    "key_unsupported",
    "header_missing",
    "id_malformed",
    "timestamp_malformed",
    "timestamp_too_old",
    "timestamp_too_new",
    "signature_malformed",
    "signature_unsupported",
    "signature_wrong",
    "body_malformed",
]

_ED25519_WORDS = "Ed25519, which Python's standard library does not have"

_WEBHOOK_WORDS: Dict[str, str] = {
    "key_malformed": "The keys must be 1 to 8 whsec_ secrets.",
    "key_unsupported": f"A whpk_ key (v1a) is of {_ED25519_WORDS}: give the endpoint's whsec_ secret.",
    "header_missing": "One of webhook-id, webhook-timestamp and webhook-signature is missing.",
    "id_malformed": "webhook-id is malformed.",
    "timestamp_malformed": "webhook-timestamp is malformed.",
    "timestamp_too_old": "The message is more than five minutes old: it may be a replay.",
    "timestamp_too_new": "The message is from more than five minutes ahead: compare the clocks.",
    "signature_malformed": "webhook-signature holds no v1 signature.",
    "signature_unsupported": f"webhook-signature holds v1a alone: {_ED25519_WORDS}.",
    "signature_wrong": "None of the keys has signed this message.",
    "body_malformed": "The body is not a message of Countersign's.",
}


class WebhookError(CountersignError):
    """A webhook that is not accepted, and its `fault`."""

    def __init__(self, fault: WebhookFault) -> None:
        super().__init__(_WEBHOOK_WORDS[fault])
        self.fault = fault


@dataclass(frozen=True)
class Webhook:
    id: str
    """The same over all attempts: keep it for ten minutes, to tell repetitions by it."""
    type: str
    timestamp: datetime.datetime
    """When it happened; of the attempt where the message does not say."""
    data: Any


def verify_webhook(
    body: Union[str, bytes],
    headers: Mapping[str, str],
    keys: Union[str, Sequence[str]],
    now: Optional[datetime.datetime] = None,
) -> Webhook:
    """The message, once one of the keys has signed it (HMAC-SHA256), not five minutes ago nor ahead. Raises WebhookError.

    Pass the body as it came, before any parser. `keys` are the endpoint's `whsec_…` secrets: while one changes, both.
    """
    secrets = _read_secrets([keys] if isinstance(keys, str) else list(keys))
    lowered = {name.lower(): value for name, value in headers.items()}
    id, seconds, listed = (lowered.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not id or not seconds or not listed:
        raise WebhookError("header_missing")
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,128}", id):
        raise WebhookError("id_malformed")
    if not re.fullmatch(r"[1-9][0-9]{0,11}", seconds):
        raise WebhookError("timestamp_malformed")
    age = (time.time() if now is None else now.timestamp()) - int(seconds)
    if age > _TOLERANCE_SECONDS:
        raise WebhookError("timestamp_too_old")
    if age < -_TOLERANCE_SECONDS:
        raise WebhookError("timestamp_too_new")
    signatures = _read_signatures(listed)
    raw = body.encode() if isinstance(body, str) else bytes(body)
    signed = f"{id}.{seconds}.".encode() + raw
    if not any(_has_signed(secret, signed, one) for secret in secrets for one in signatures):
        raise WebhookError("signature_wrong")
    return _message_of(id, raw, int(seconds))


def _has_signed(secret: bytes, signed: bytes, signature: bytes) -> bool:
    return hmac.compare_digest(hmac.new(secret, signed, hashlib.sha256).digest(), signature)


def _read_secrets(keys: List[str]) -> List[bytes]:
    if any(key.startswith("whpk_") for key in keys):
        raise WebhookError("key_unsupported")
    secrets = [_bytes_of(key[len("whsec_") :]) if key.startswith("whsec_") else None for key in keys]
    known = [secret for secret in secrets if secret is not None and 24 <= len(secret) <= 64]
    if not known or len(known) < len(keys) or len(known) > _KEYS_MAX:
        raise WebhookError("key_malformed")
    return known


def _read_signatures(listed: str) -> List[bytes]:
    """Signatures of other versions are skipped, as the specification asks."""
    entries = listed.split(" ") if len(listed) <= _SIGNATURES_LENGTH_MAX else []
    read = [_bytes_of(entry[len("v1,") :]) for entry in entries if entry.startswith("v1,")]
    signatures = [one for one in read if one]
    if signatures:
        return signatures
    if any(entry.startswith("v1a,") for entry in entries):
        raise WebhookError("signature_unsupported")
    raise WebhookError("signature_malformed")


def _bytes_of(text: str) -> Optional[bytes]:
    """None: not base64, or not as it is written out of the same bytes."""
    try:
        read = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return read if base64.b64encode(read).decode() == text else None


def _message_of(id: str, raw: bytes, seconds: int) -> Webhook:
    try:
        message = json.loads(raw.decode("utf-8"))
    except ValueError:
        message = None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise WebhookError("body_malformed")
    at = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    try:
        # Python reads the Z from 3.11 on.
        at = datetime.datetime.fromisoformat(str(message.get("timestamp")).replace("Z", "+00:00"))
    except ValueError:
        pass
    return Webhook(id, message["type"], at, message.get("data"))
