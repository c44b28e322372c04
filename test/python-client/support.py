"""What the tests of the Python client share. Vitest starts them with the address of a server in the environment."""

import os
import socket
import sys
import threading
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../client/python"))

from lorebase import Lorebase, LorebaseError  # noqa: E402

URL = os.environ.get("LOREBASE_URL", "")
ROOT_KEY = os.environ.get("LOREBASE_ROOT_KEY", "")


class Project:
    """A project of its own, and clients with a key of each role."""

    def __init__(self):
        root = Lorebase(URL, ROOT_KEY)
        made = root.query('mutation { createProject(input: { name: "python" }) { project { id } } }')
        self.id = made.create_project.project.id
        self.root = Lorebase(URL + "/graphql", ROOT_KEY, project=self.id)

    def client(self, role="WRITE", url=URL, **options):
        document = "mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }"
        key = self.root.query(document, {"input": {"name": role, "role": role}})
        return Lorebase(url, key.create_api_key.secret, **options)


def failure_of(call, *arguments, **named):
    """The error of a call that must fail."""
    try:
        call(*arguments, **named)
    except LorebaseError as error:
        return error
    raise AssertionError("The call did not fail")


class Listener:
    """A server on loopback that handles each connection with the next of the given functions, the last one again."""

    def __init__(self, *handlers):
        self.handlers = list(handlers)
        self.connections = 0
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            handler = self.handlers[min(self.connections, len(self.handlers) - 1)]
            self.connections += 1
            threading.Thread(target=self._handle, args=(handler, connection), daemon=True).start()

    @staticmethod
    def _handle(handler, connection):
        with connection:
            try:
                handler(connection)
            except OSError:
                pass  # The client has closed the connection.

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()


def request_of(connection):
    """The bytes of a request."""
    received = b""
    while b"\r\n\r\n" not in received:
        received += connection.recv(65536)
    head, _, body = received.partition(b"\r\n\r\n")
    length = next(
        int(line.split(b":")[1])
        for line in head.split(b"\r\n")
        if line.lower().startswith(b"content-length")
    )
    while len(body) < length:
        body += connection.recv(65536)
    return head + b"\r\n\r\n" + body


def answering(status, body="", *headers):
    """Handles a connection with an answer."""
    lines = [f"HTTP/1.1 {status}", f"content-length: {len(body.encode())}", *headers, "", body]

    def handle(connection):
        request_of(connection)
        connection.sendall("\r\n".join(lines).encode())

    return handle


def forwarded(connection):
    """The answer of the real server to the request of a connection."""
    address = urllib.parse.urlsplit(URL)
    with socket.create_connection((address.hostname, address.port)) as server:
        server.sendall(request_of(connection))
        answer = b""
        while True:
            part = server.recv(65536)
            if not part:
                return answer
            answer += part


def forward(connection):
    connection.sendall(forwarded(connection))


def forward_and_lose(connection):
    """Has the server do what is asked, and loses its answer."""
    forwarded(connection)
