"""A client of a Tijian service: log in, have reports recognised and values assessed,
find what a text says. It needs nothing but Python's own library.

It asks again where the service says that it cannot answer now: 503, and 429 with a
Retry-After.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from typing import Any, Dict, Optional, cast
from urllib.parse import quote

from .contract import AssessmentRequest, AssessmentResponse, Batch, KeywordRequest, KeywordResponse, Task, TaskSubmission

__all__ = ["Client", "Refused"]


class Refused(Exception):
    """An answer that is no success: its status, and what the service said."""

    def __init__(self, status: int, said: str) -> None:
        super().__init__("%d: %s" % (status, said))
        self.status = status
        self.said = said


class Client:
    """A client of the service at base, such as http://127.0.0.1:8080."""

    def __init__(self, base: str, token: str = "", *, english: bool = False, tries: int = 4, timeout: float = 60) -> None:
        self.base = base.rstrip("/")
        self.token = token
        self.english = english
        self.tries = max(1, tries)
        self.timeout = timeout

    def login(self, username: str, password: str, otp: Optional[str] = None) -> None:
        """Log in; what is asked from then on carries the token."""
        said = {"username": username, "password": password}
        if otp is not None:
            said["otp"] = otp
        self.token = ""
        self.token = self._json("POST", "/api/login", said)["token"]

    def assess(self, request: AssessmentRequest, full: bool = False) -> AssessmentResponse:
        """Levels, tips and risks of a person's samples."""
        return cast(AssessmentResponse, self._json("POST", "/api/samples" + _form(full), request))

    def keywords(self, request: KeywordRequest, full: bool = False) -> KeywordResponse:
        """The findings that a text states."""
        return cast(KeywordResponse, self._json("POST", "/api/keywords" + _form(full), request))

    def submit(self, task: TaskSubmission) -> Task:
        """Have a report recognised."""
        return cast(Task, self._json("POST", "/tasks/", task))

    def task(self, task_id: str, full: bool = False) -> Task:
        """How far a task is, and its result."""
        return cast(Task, self._json("GET", "/tasks/" + quote(task_id, safe="") + _form(full)))

    def wait(self, task_id: str, full: bool = False, seconds: float = 600) -> Task:
        """A task once it has ended."""
        until, pause = time.monotonic() + seconds, 0.2
        while True:
            task = self.task(task_id, full)
            if task["status"] in ("DONE", "ERROR"):
                return task
            if time.monotonic() + pause > until:
                raise TimeoutError("task %s is %s after %g s" % (task_id, task["status"], seconds))
            time.sleep(pause)
            pause = min(pause * 1.5, 5)

    def submit_batch(self, file: bytes, kind: str = "text/csv") -> Batch:
        """Have a table, or requests one a line (application/x-ndjson), assessed."""
        return cast(Batch, json.loads(self._send("POST", "/batch", file, kind)))

    def batch(self, batch_id: str) -> Batch:
        """How far a file is."""
        return cast(Batch, self._json("GET", "/batch/" + quote(batch_id, safe="")))

    def batch_result(self, batch_id: str, form: str = "ndjson") -> bytes:
        """The answers of a file that is DONE: ndjson, csv or ledger."""
        return self._send("GET", "/batch/" + quote(batch_id, safe="") + "?format=" + quote(form))

    def fhir(self, resource: Dict[str, Any]) -> Dict[str, Any]:
        """What POST /fhir/$assess answers of a Bundle, Parameters, DiagnosticReport or Observation."""
        kind = "application/fhir+json"
        return cast(Dict[str, Any], json.loads(self._send("POST", "/fhir/$assess", _encoded(resource), kind, kind)))

    def _json(self, method: str, path: str, value: Any = None) -> Any:
        return json.loads(self._send(method, path, None if value is None else _encoded(value)))

    def _send(self, method: str, path: str, body: Optional[bytes] = None, kind: str = "application/json", accept: str = "") -> bytes:
        for left in range(self.tries - 1, -1, -1):
            request = urllib.request.Request(self.base + path, data=body, method=method)
            if body is not None:
                request.add_header("Content-Type", kind)
            if accept:
                request.add_header("Accept", accept)
            if self.english:
                request.add_header("Accept-Language", "en")
            if self.token:
                request.add_header("Authorization", "JWT " + self.token)
            try:
                with urllib.request.urlopen(request, timeout=self.timeout) as answer:
                    return cast(bytes, answer.read())
            except urllib.error.HTTPError as refused:
                said = refused.read().decode("utf-8", "replace")
                wait = refused.headers.get("Retry-After", "")
                if left == 0 or not (refused.code == 503 or refused.code == 429 and wait):
                    raise Refused(refused.code, said) from None
                time.sleep(float(wait) if wait.isdigit() else 1)
        raise AssertionError("the last try returns or raises")


def _form(full: bool) -> str:
    return "?format=full" if full else ""


def _encoded(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()
