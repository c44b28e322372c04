"""What the Python client does when connections and servers fail."""

import errno
import os
import random
import socket
import ssl
import threading
import time
import unittest
from unittest import mock

from support import Listener, Project, answering, failure_of, forward, forward_and_lose, request_of

from lorebase import Lorebase, _delay_after, _has_one_field, _is_query

OK = '{"data": {"server": {"version": "1"}}}'


def client_of(listener, **options):
    return Lorebase(listener.url, "key", **{"retries": 0, **options})


def free_port():
    """A port on which nothing listens, and which the system gives to no outgoing connection (test/support/free-port.ts)."""
    ephemeral = 32768
    if os.path.exists("/proc/sys/net/ipv4/ip_local_port_range"):
        with open("/proc/sys/net/ipv4/ip_local_port_range") as file:
            ephemeral = int(file.read().split()[0])
    end = min(32000, ephemeral)
    while True:
        port = random.randrange(20000, end) if end > 20000 else 0
        try:
            with socket.create_server(("127.0.0.1", port)) as server:
                return server.getsockname()[1]
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise


class Repeating(unittest.TestCase):
    def test_a_lost_answer_does_nothing_twice(self):
        project = Project()
        lorebase = project.client()
        memory = lorebase.create_memory("notes")
        with Listener(forward_and_lose, forward_and_lose, forward) as proxy:
            written = project.client(url=proxy.url).write_entry(memory.id, "Ada lives in Lisbon")
            self.assertEqual((written.action, proxy.connections), ("CREATED", 3))
        with Listener(forward_and_lose, forward) as proxy:
            items = [{"content": "It rained"}, "The sun shone"]
            project.client(url=proxy.url).record_observations(memory.id, items)
        with Listener(forward_and_lose, forward) as proxy:
            project.client(url=proxy.url).create_trace("Lose an answer")
        with Listener(forward_and_lose, forward) as proxy:
            trace = lorebase.traces().nodes[0]
            reviewed = project.client(url=proxy.url).review_trace(
                trace.id, "PASS", generate_reflection=False
            )
            self.assertEqual((reviewed.trace.review.result, reviewed.changes), ("PASS", []))
        self.assertEqual(lorebase.memory(id=memory.id).entry_count, 3)
        self.assertEqual(lorebase.traces().total_count, 1)

    def test_a_mutation_without_a_key_is_not_repeated(self):
        project = Project()
        memory = project.client().create_memory("notes")
        with Listener(forward_and_lose, forward) as proxy:
            lorebase = project.client(url=proxy.url)
            error = failure_of(lorebase.update_memory, memory.id, name="other")
            self.assertEqual((error.code, proxy.connections), ("CONNECTION_FAILED", 1))
            self.assertFalse(error.not_sent)
        with Listener(forward_and_lose) as proxy:
            document = 'mutation { createMemory(input: { name: "x" }) { memory { id } } }'
            failure_of(project.client(url=proxy.url).query, document)
            self.assertEqual(proxy.connections, 1)

    def test_a_server_that_is_not_there_is_waited_for(self):
        port = free_port()
        lorebase = Lorebase(f"http://127.0.0.1:{port}", "key", retries=0)
        error = failure_of(lorebase.server)
        self.assertEqual((error.code, error.not_sent), ("CONNECTION_FAILED", True))
        self.assertRegex(str(error), r"cannot be reached \(Connection refused\)")
        server = socket.socket()
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)

        def serve():
            time.sleep(0.3)
            server.bind(("127.0.0.1", port))
            server.listen()
            connection, _ = server.accept()
            answering("200 OK", '{"data": {"updateMemory": {"memory": {}}}}')(connection)
            connection.close()

        threading.Thread(target=serve, daemon=True).start()
        self.assertEqual(lorebase.with_options(retries=10).update_memory("mem_0"), {})
        server.close()

    def test_the_server_says_how_long_to_wait(self):
        limited = answering("429 Too Many Requests", "", "retry-after: 1")
        with Listener(limited, answering("200 OK", OK)) as listener:
            started = time.monotonic()
            self.assertEqual(client_of(listener, retries=1).server().version, "1")
            self.assertGreaterEqual(time.monotonic() - started, 1)
        with Listener(limited) as listener:
            error = failure_of(client_of(listener).server)
            self.assertEqual((error.code, error.retry_after_seconds), ("RATE_LIMITED", 1))

    def test_a_call_does_not_wait_longer_than_its_time_limit(self):
        limited = answering("429 Too Many Requests", "", "retry-after: 999999999999")
        with Listener(limited) as listener:
            error = failure_of(client_of(listener, retries=5).server)
            self.assertEqual((error.code, listener.connections), ("RATE_LIMITED", 1))
            self.assertEqual(_delay_after(error, 0), 2**31 / 1000)

    def test_a_wait_of_up_to_a_minute_may_be_longer_than_the_time_limit(self):
        limited = answering("429 Too Many Requests", "", "retry-after: 1")
        with Listener(limited, answering("200 OK", OK)) as listener:
            client = client_of(listener, retries=1, timeout=0.9)
            self.assertEqual(client.server().version, "1")

    def test_an_error_says_whether_an_earlier_answer_was_lost(self):
        error = '{"errors": [{"message": "again", "extensions": {"code": "CONFLICT"}}]}'
        conflict = answering("200 OK", error)
        for failure, was_lost in ((answering("429 Too Many Requests"), False), (request_of, True)):
            with Listener(failure, conflict) as listener:
                client = client_of(listener, retries=1)
                error = failure_of(client.create_memory, "notes", idempotency_key="mine")
                self.assertEqual((error.code, error.was_repeated), ("CONFLICT", was_lost))

    def test_several_mutations_are_repeated_only_if_none_was_begun(self):
        document = "mutation { a: deleteTrace { x } b: deleteTrace { x } }"
        limit = '{"errors": [{"message": "wait", "extensions": {"code": "RATE_LIMITED"}%s}]}'
        done = answering("200 OK", '{"data": {"a": 1}}')
        with Listener(answering("200 OK", limit % ""), done) as listener:
            self.assertEqual(client_of(listener, retries=1).query(document), {"a": 1})
        with Listener(answering("200 OK", limit % ', "path": ["b"]'), done) as listener:
            error = failure_of(client_of(listener, retries=1).query, document)
            self.assertEqual((error.code, listener.connections), ("RATE_LIMITED", 1))

    def test_events_wait_no_longer_for_each_connection_that_is_lost_after_an_event(self):
        event = 'event: next\ndata: {"data": {"events": {"cursor": "evt_1"}}}\n\n'
        lost = answering("200 OK", event, "content-type: text/event-stream")
        failures = []

        def no_delay(_error, number):
            failures.append(number)
            return 0

        with Listener(lost) as listener, mock.patch("lorebase._delay_after", no_delay):
            events = client_of(listener).events(after="evt_0")
            for _ in range(4):
                next(events)
            events.close()
        self.assertEqual(failures, [0, 0, 0])

    def test_events_go_on_from_the_end_of_the_log_if_no_other_cursor_is_given(self):
        error = '{"errors": [{"message": "x", "extensions": {"code": "%s"}}]}'
        end_of_log = '{"data": {"events": {"headCursor": "evt_head"}}}'
        asked = []

        def refuse(connection):
            asked.append(request_of(connection))
            body = (error % "UNAUTHENTICATED").encode()
            head = f"HTTP/1.1 200 OK\r\ncontent-length: {len(body)}\r\n\r\n"
            connection.sendall(head.encode() + body)

        expired = answering("200 OK", error % "CURSOR_EXPIRED")
        with Listener(expired, answering("200 OK", end_of_log), refuse) as listener:
            events = client_of(listener).events(after="evt_1", on_cursor_expired=lambda _: None)
            self.assertEqual(failure_of(next, events).code, "UNAUTHENTICATED")
        self.assertIn(b'"evt_head"', asked[0])

    def test_an_expired_cursor_is_asked_for_again_with_pauses(self):
        error = '{"errors": [{"message": "expired", "extensions": {"code": "CURSOR_EXPIRED"}}]}'
        expired = answering("200 OK", error)

        def close(connection):
            events.close()
            expired(connection)

        with Listener(expired, expired, close) as listener:
            events = client_of(listener).events(after="evt_1", on_cursor_expired=lambda _: "evt_1")
            started = time.monotonic()
            self.assertEqual(list(events), [])
            # The least pauses are a half of 0.2 and of 0.4 seconds.
            self.assertGreaterEqual(time.monotonic() - started, 0.3)
            self.assertEqual(listener.connections, 3)

    def test_a_proxy_without_its_server_is_asked_again(self):
        with Listener(answering("502 Bad Gateway"), answering("200 OK", OK)) as listener:
            self.assertEqual(client_of(listener, retries=1).server().version, "1")


class Failing(unittest.TestCase):
    def test_a_slow_answer_ends_in_time_however_it_comes(self):
        def silent(connection):
            request_of(connection)
            connection.recv(1)

        def trickling(connection):
            request_of(connection)
            connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n")
            while True:
                connection.sendall(b"x")
                time.sleep(0.05)

        def trickling_headers(connection):
            request_of(connection)
            connection.sendall(b"HTTP/1.1 200 OK\r\n")
            while True:
                connection.sendall(b"a")
                time.sleep(0.05)

        for handler in (silent, trickling, trickling_headers):
            with Listener(handler) as listener, self.subTest(handler.__name__):
                started = time.monotonic()
                error = failure_of(client_of(listener, timeout=0.3).server)
                self.assertEqual(error.code, "TIMEOUT")
                self.assertLess(time.monotonic() - started, 5)

    def test_what_is_no_answer_of_graphql_is_an_error(self):
        cases = {
            "INVALID_RESPONSE": [
                answering("200 OK", "<html>"),
                answering("200 OK", "[]"),
                answering("200 OK", '{"data": null}'),
                answering("301 Moved", "", "location: /"),
                answering("404 Not Found", "{}"),
                answering("404 Not Found", '{"errors": {"detail": "Not Found"}}'),
                answering("404 Not Found", '{"errors": ["Not Found"]}'),
            ],
            "CONNECTION_FAILED": [
                lambda connection: connection.sendall(b"SSH-2.0\r\n"),
                lambda connection: connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"),
                lambda connection: None,
            ],
        }
        for code, handlers in cases.items():
            for number, handler in enumerate(handlers):
                with Listener(handler) as listener, self.subTest(code, number=number):
                    self.assertEqual(failure_of(client_of(listener).server).code, code)

    def test_a_stream_that_breaks_is_an_error(self):
        head = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n"
        event = b'event: next\r\ndata: {"data":\r\ndata: {"a": "\xc3\xa9"}}\r\n\r\n'

        def broken(connection):
            request_of(connection)
            connection.sendall(head + b": comment\r\n\r\n" + event)

        def complete(connection):
            request_of(connection)
            for byte in head + event.replace(b"\r\n", b"\n") + b"event: complete\n\n":
                connection.sendall(bytes([byte]))

        with Listener(broken) as listener:
            stream = client_of(listener).subscribe("subscription { a }")
            self.assertEqual(next(stream), {"a": "é"})
            self.assertEqual(failure_of(next, stream).code, "CONNECTION_FAILED")
        with Listener(complete) as listener:
            stream = client_of(listener).subscribe("subscription { a }")
            self.assertEqual(list(stream), [{"a": "é"}])


class Encrypted(unittest.TestCase):
    """`loopback.pem` has a certificate for 127.0.0.1 that signs itself, and its key."""

    CERTIFICATE = os.path.join(os.path.dirname(__file__), "loopback.pem")

    def encrypted(self, handler):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.CERTIFICATE)

        def handle(connection):
            with context.wrap_socket(connection, server_side=True) as wrapped:
                handler(wrapped)

        return handle

    def test_calls_and_streams_are_encrypted_and_check_the_certificate(self):
        def stream(connection):
            request_of(connection)
            head = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n"
            connection.sendall(head + b'event: next\ndata: {"data": {"a": 1}}\n\n')
            connection.recv(1)

        tls = ssl.create_default_context(cafile=self.CERTIFICATE)
        answers = self.encrypted(answering("200 OK", OK))
        with Listener(answers, self.encrypted(stream), answers) as listener:
            url = listener.url.replace("http:", "https:")
            lorebase = Lorebase(url, "key", tls=tls, retries=0)
            self.assertEqual(lorebase.server().version, "1")
            results = lorebase.subscribe("subscription { a }")
            self.assertEqual(next(results), {"a": 1})
            # It ends a stream on which another thread waits.
            ended = threading.Thread(target=lambda: list(results))
            ended.start()
            results.close()
            ended.join(20)
            self.assertFalse(ended.is_alive())
        with Listener(answers) as listener:
            url = listener.url.replace("http:", "https:")
            error = failure_of(Lorebase(url, "key", retries=5).server)
            self.assertEqual((error.code, listener.connections), ("CONNECTION_FAILED", 1))
            self.assertIn("certificate", str(error).lower())


class Documents(unittest.TestCase):
    def test_only_documents_of_queries_alone_are_safe_to_repeat(self):
        safe = ["{ a }", "query A { mutation }", 'query($a: A = {b: "}"}) { a }', "# mutation\n{ a }", "# mutation\r{ a }"]
        unsafe = [
            "mutation { a }",
            "query A { a } mutation B { b }",
            "{ a } mutation { b }",
            "query{a}mutation{b}",
            "{ a },mutation B { b }",
            "# a comment\rmutation { a }",
            'query { a(b: "{") } mutation B { b }',
            "subscription { a }",
            '"""text""" mutation B { b }',
            "fragment F on A { a } mutation { ...F }",
        ]
        self.assertEqual([text for text in safe if not _is_query(text)], [])
        self.assertEqual([text for text in unsafe if _is_query(text)], [])

    def test_single_fields_are_told_from_several(self):
        single = [
            "mutation { a }",
            'mutation M($a: A! = {b: "{"}) @x { one: a(input: {b: {c: 1}}) @y(if: true) { b c { d } } }',
        ]
        several = [
            "mutation { a b }",
            "mutation { a{b}c }",
            "mutation A { a } mutation B { b }",
            "mutation { ...F } fragment F on M { a b }",
        ]
        self.assertEqual([text for text in single if not _has_one_field(text)], [])
        self.assertEqual([text for text in several if _has_one_field(text)], [])
