"""The calls of the Python client, against a started server."""

import pickle
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone

from support import ROOT_KEY, URL, Project, failure_of

from lorebase import Lorebase, LorebaseError


class Knowledge(unittest.TestCase):
    def setUp(self):
        self.project = Project()
        self.lorebase = self.project.client()
        self.memory = self.lorebase.create_memory("notes", tags=["crm"])

    def test_entries_are_written_found_listed_and_changed(self):
        lorebase = self.lorebase
        written = lorebase.write_entry(
            self.memory.id,
            "Ada lives in Lisbon",
            metadata={"source_id": {"inner_key": 7}},
            occurred_at=datetime(2026, 3, 1, 13, tzinfo=timezone(timedelta(hours=1))),
        )
        self.assertEqual((written.action, written.entry.memory.name), ("CREATED", "notes"))
        self.assertEqual(written.entry.occurred_at, "2026-03-01T12:00:00.000Z")
        self.assertEqual(written.entry.metadata, {"source_id": {"inner_key": 7}})
        found = lorebase.search_knowledge(
            "Where does Ada live?",
            scope={"memory_ids": [self.memory.id], "metadata": {"source_id": {"inner_key": 7}}},
            limit=3,
        )
        self.assertEqual([result.entry for result in found], [written.entry])
        self.assertEqual(lorebase.entry(written.entry.id), written.entry)
        self.assertEqual(lorebase.entries(text="lisbon").nodes, [written.entry])
        page = lorebase.memories(tags=["c*"], order_by={"field": "NAME", "direction": "ASC"})
        self.assertEqual([memory.name for memory in page.nodes], ["notes"])
        self.assertEqual(lorebase.memory(name="notes").entry_count, 1)
        self.assertIsNone(lorebase.memory(id="mem_0"))
        edited = lorebase.update_entry(written.entry.id, content="Ada lives in Porto")
        self.assertEqual(edited.version, written.entry.version + 1)
        lorebase.touch_entries([edited.id])
        self.assertIsNotNone(lorebase.delete_entry(edited.id).deleted_at)

    def test_an_idempotency_key_of_the_caller_is_kept(self):
        write = self.lorebase.write_entry
        first = write(self.memory.id, "It rained", kind="OBSERVATION", idempotency_key="mine")
        again = write(self.memory.id, "It rained", kind="OBSERVATION", idempotency_key="mine")
        self.assertEqual(again.entry.id, first.entry.id)

    def test_memories_are_changed_deleted_and_restored(self):
        lorebase, memory_id = self.lorebase, self.memory.id
        lorebase.update_memory(memory_id, description="About customers", tags=["a", "b"])
        changed = lorebase.update_memory(memory_id, description=None)
        self.assertEqual((changed.description, changed.tags), (None, ["a", "b"]))
        lorebase.delete_memory(memory_id)
        self.assertEqual(lorebase.restore_memory(memory_id).name, "notes")
        again = lorebase.create_memory("notes", if_exists="RETURN")
        self.assertEqual(again.id, memory_id)

    def test_an_item_of_a_bulk_write_fails_alone(self):
        items = ["One", " ", {"content": "Three", "metadata": {"snake_case": 1}}]
        results = self.lorebase.write_entries(self.memory.id, items, kind="FACT")
        self.assertEqual(
            [result.typename for result in results],
            ["WriteEntryPayload", "ItemError", "WriteEntryPayload"],
        )
        self.assertEqual(results[1].path, "input.items[1].content")
        self.assertEqual(results[2].entry.metadata, {"snake_case": 1})

    def test_a_single_text_or_record_is_not_taken_for_a_list(self):
        run = self.lorebase.trace("Name the capital")
        for single in ["One text", {"content": "One record"}]:
            for call, argument in [
                (lambda: self.lorebase.write_entries(self.memory.id, single), "items"),
                (lambda: self.lorebase.record_observations(self.memory.id, single), "observations"),
                (lambda: run.record_retrieved(single), "found"),
            ]:
                error = failure_of(call)
                self.assertEqual((error.code, error.path), ("BAD_USER_INPUT", argument))
        self.assertEqual(self.lorebase.entries().total_count, 0)

    def test_facts_are_extracted_from_a_document(self):
        found = self.lorebase.extract_entries(self.memory.id, "A long document to extract.")
        self.assertEqual([item.content for item in found.results], ["Ada lives in Lisbon."])
        text = "Another document to extract."
        first, again = [
            self.lorebase.extract_entries(self.memory.id, text, idempotency_key="once")
            for _ in range(2)
        ]
        self.assertEqual(first, again)

    def test_streams_record_observations_and_retrieve_them(self):
        lorebase = self.lorebase
        recorded = lorebase.record_observation(
            self.memory.id, "The deploy failed at noon", importance=8
        )
        self.assertEqual((recorded.kind, recorded.importance), ("OBSERVATION", 8))
        more = lorebase.record_observations(self.memory.id, ["It rained", {"content": ""}])
        self.assertEqual(
            [item.typename for item in more], ["RecordObservationPayload", "ItemError"]
        )
        weights = {"relevance": 1, "recency": 0, "importance": 0}
        found = lorebase.retrieve_entries("deploy failed", weights=weights, limit=1)
        self.assertEqual([result.entry.id for result in found], [recorded.id])
        context = lorebase.planning_context("deploy failed", token_budget=200)
        self.assertIn("The deploy failed at noon", context.text)

    def test_any_document_runs_with_its_variables_and_in_the_project_of_a_root_key(self):
        text = "query ($id: ID!) { memory(id: $id) { name } }"
        found = self.lorebase.query(text, {"id": self.memory.id})
        self.assertEqual(found, {"memory": {"name": "notes"}})
        self.assertEqual(
            self.project.root.query("{ project { id } }").project.id, self.project.id
        )

    def test_twenty_threads_share_a_client(self):
        def write(number):
            return self.lorebase.write_entry(self.memory.id, f"Fact {number}", kind="OBSERVATION")

        with ThreadPoolExecutor(20) as threads:
            results = list(threads.map(write, range(20)))
        self.assertEqual([result.entry.content for result in results], [f"Fact {i}" for i in range(20)])
        self.assertEqual(self.lorebase.memory(id=self.memory.id).entry_count, 20)

    def test_records_have_attributes_and_say_which(self):
        self.assertIn("entry_count", dir(self.memory))
        self.assertEqual(pickle.loads(pickle.dumps(self.memory)), self.memory)
        with self.assertRaisesRegex(AttributeError, "no field 'entries'.*entryCount"):
            self.memory.entries
        self.assertFalse(hasattr(self.memory, "__wrapped__"))


class Errors(unittest.TestCase):
    def test_errors_have_the_code_the_message_and_the_path_of_the_server(self):
        project = Project()
        lorebase = project.client()
        memory = lorebase.create_memory("notes")
        missing = failure_of(lorebase.write_entry, "mem_0", "x")
        self.assertEqual((missing.code, missing.path), ("NOT_FOUND", None))
        blank = failure_of(lorebase.write_entry, memory.id, " ")
        self.assertEqual((blank.code, blank.path), ("BAD_USER_INPUT", "input.content"))
        self.assertEqual(failure_of(lorebase.query, "{ nothing }").code, "GRAPHQL_VALIDATION_FAILED")
        stranger = failure_of(Lorebase(URL, "lb_unknown").server)
        self.assertEqual((stranger.code, stranger.status), ("UNAUTHENTICATED", 401))
        self.assertEqual(failure_of(project.client("READ").create_memory, "x").code, "FORBIDDEN")
        copy = pickle.loads(pickle.dumps(blank))
        self.assertEqual((copy.code, copy.path, str(copy)), (blank.code, blank.path, str(blank)))

    def test_input_that_is_not_json_is_refused_before_it_is_sent(self):
        lorebase = Lorebase(URL, "key")
        for metadata in ({"a": object()}, {"a": float("nan")}, {"a": {1, 2}}):
            error = failure_of(lorebase.write_entry, "mem_0", "x", metadata=metadata)
            self.assertEqual(error.code, "BAD_USER_INPUT")

    def test_the_key_can_be_the_text_of_a_file(self):
        self.assertIsNotNone(Lorebase(URL, ROOT_KEY + "\n").server())

    def test_wrong_options_are_named(self):
        def path_of(**options):
            return failure_of(lambda: Lorebase(**{"url": URL, "api_key": "key", **options})).path

        for url in ("here", "ftp://host", "http://", "http://host:port", b"http://host"):
            self.assertEqual(path_of(url=url), "url")
        self.assertEqual(path_of(api_key=""), "api_key")
        self.assertEqual(path_of(api_key="a\nb"), "api_key")
        self.assertEqual(path_of(project="a\r\nb"), "project")
        self.assertEqual(path_of(timeout=0), "timeout")
        self.assertEqual(path_of(retries=-1), "retries")


class Lessons(unittest.TestCase):
    def test_reviews_close_the_loop_of_learning(self):
        lorebase = Project().client()
        self.assertIsNone(lorebase.learning().reviewed_share)
        task = "Retry a failed request"
        entry = lorebase.create_reflection(
            task, "Retries need jitter", "Use exponential backoff with jitter.", "PASS"
        ).entry
        found = lorebase.query_reflections(task, lambda_=0.2, mmr_lambda=1)
        self.assertEqual([result.entry.id for result in found.results], [entry.id])
        self.assertIn("Use exponential backoff", lorebase.augment_task(task).augmented_task)
        trace = lorebase.create_trace(task, retrieved_entry_ids=[entry.id])
        self.assertEqual(lorebase.learning().reviewed_share, 0.5)
        first = lorebase.review_trace(trace.id, "PASS", generate_reflection=False)
        self.assertEqual([change.entry.id for change in first.changes], [entry.id])
        # The same review again, another one, and some of which the trace does not say whether they are the same.
        again = lorebase.review_trace(trace.id, "PASS")
        self.assertEqual((again.trace, again.changes), (first.trace, []))
        self.assertEqual(failure_of(lorebase.review_trace, trace.id, "FAIL").code, "CONFLICT")
        rewards = [{"entry_id": entry.id, "reward": 0}]
        for more in ({"alpha": 1}, {"entry_rewards": rewards}, {"generate_reflection": True}):
            error = failure_of(lorebase.review_trace, trace.id, "PASS", **more)
            self.assertEqual((error.code, error.was_repeated), ("CONFLICT", False))
        self.assertEqual(lorebase.trace_by_id(trace.id), first.trace)
        found = lorebase.search_traces("Water the garden", filter={"review_status": "PASSED"}, limit=1)
        self.assertEqual([each.similarity <= 1 for each in found], [True])
        self.assertEqual(found[0].trace.review.result, "PASS")
        reviewed = lorebase.traces(filter={"review_status": "PASSED"}, first=1)
        self.assertEqual((reviewed.total_count, reviewed.page_info.has_next_page), (2, True))


class Erasure(unittest.TestCase):
    def test_what_has_the_metadata_is_erased(self):
        project = Project()
        lorebase = project.client()
        memory = lorebase.create_memory("notes")
        write = lorebase.write_entry
        write(memory.id, "Ada lives in Lisbon", metadata={"user_id": "ada"})
        kept = write(memory.id, "The deploy of Bob failed at noon", metadata={"user_id": "bob"}).entry
        metadata = {"user_id": "ada"}
        self.assertEqual(failure_of(lorebase.erase_data, metadata=metadata).code, "FORBIDDEN")
        erased = project.client("ADMIN").erase_data(metadata=metadata)
        self.assertEqual((erased.entries, erased.derived_entries), (1, 0))
        self.assertEqual(lorebase.entries().nodes, [kept])


class Agents(unittest.TestCase):
    def setUp(self):
        project = Project()
        self.lorebase = project.client()
        self.agent = project.client("ADMIN").create_agent("helper", max_steps=3)

    def test_agents_are_changed_read_and_listed(self):
        agent = self.lorebase.update_agent(self.agent.id, instructions="Be brief.")
        self.assertEqual((agent.name, agent.instructions, agent.max_steps), ("helper", "Be brief.", 3))
        self.assertEqual(self.lorebase.agent(agent.id), agent)
        self.assertIsNone(self.lorebase.agent("agt_0"))
        order = {"field": "NAME", "direction": "ASC"}
        self.assertEqual(self.lorebase.agents(order_by=order, first=1).nodes, [agent])

    def test_the_knowledge_of_an_agent_is_given_to_other_models(self):
        memory = self.lorebase.create_memory("notes")
        entry = self.lorebase.write_entry(memory.id, "Ada lives in Lisbon").entry
        knowledge = self.lorebase.agent_knowledge(
            self.agent.id,
            [{"role": "user", "content": "Where does Ada live?"}],
            knowledge_config={"scope": {"memory_ids": [memory.id]}},
        )
        self.assertEqual([result.entry.id for result in knowledge.results], [entry.id])
        self.assertTrue(any("Lisbon" in message["content"] for message in knowledge.messages))

    def test_generations_continue_with_the_results_of_tools_and_stream(self):
        lorebase = self.lorebase
        tools = [{"type": "function", "function": {"name": "weather", "parameters": {}}}]
        messages = [{"role": "user", "content": "Use a tool"}]
        asked = lorebase.generate(self.agent.id, messages, tools=tools)
        self.assertEqual(asked.status, "REQUIRES_ACTION")
        results = [{"tool_call_id": call.id, "content": "sun"} for call in asked.requires_action]
        with lorebase.stream_continued_generation(asked.id, results) as stream:
            events = list(stream)
        text = "".join(event.text for event in events if event.typename == "TextDelta")
        self.assertEqual((text, events[-1].generation.status), ("It is sunny.", "COMPLETED"))
        again = lorebase.generate(self.agent.id, messages, tools=tools)
        results = [{"tool_call_id": call.id, "content": "sun"} for call in again.requires_action]
        self.assertEqual(lorebase.continue_generation(again.id, results).text, "It is sunny.")

    def test_leaving_the_iteration_of_a_generation_cancels_it(self):
        with self.lorebase.events(types=["GENERATION_ENDED"]) as events:
            messages = [{"role": "user", "content": "Please hang"}]
            for event in self.lorebase.stream_generation(self.agent.id, messages):
                self.assertEqual(event.typename, "GenerationStarted")
                break
            change = next(events).changes[0]
        self.assertEqual((change.field, change.after), ("status", "CANCELLED"))

    def test_errors_of_a_stream_have_their_codes(self):
        stream = self.lorebase.stream_generation("agt_0", [{"role": "user", "content": "x"}])
        self.assertEqual(failure_of(next, stream).code, "NOT_FOUND")
        with self.assertRaises(StopIteration):
            next(stream)
        stranger = Lorebase(URL, "lb_unknown")
        self.assertEqual(failure_of(next, stranger.events(after="evt_0")).code, "UNAUTHENTICATED")


class FollowedEvents(unittest.TestCase):
    def setUp(self):
        self.lorebase = Project().client()
        self.memory = self.lorebase.create_memory("notes")

    def test_events_come_from_the_call_on_and_resume_at_a_cursor(self):
        scope = {"memory_ids": [self.memory.id]}
        with self.lorebase.events(types=["ENTRY_CREATED"], scope=scope) as events:
            self.lorebase.write_entry(self.memory.id, "One")
            self.lorebase.write_entry(self.memory.id, "Two and other words")
            first = next(events)
            self.assertEqual((first.entry.content, events.cursor), ("One", first.cursor))
        with self.assertRaises(StopIteration):
            next(events)
        with self.lorebase.events(after=first.cursor) as resumed:
            self.assertEqual(next(resumed).entry.content, "Two and other words")

    def test_a_slow_reader_gets_every_event_once(self):
        with self.lorebase.events(types=["ENTRY_CREATED"]) as events:
            seen = []
            for start in range(0, 300, 100):
                contents = [f"Observation {start + i}" for i in range(100)]
                items = [{"content": content, "importance": 1} for content in contents]
                self.lorebase.record_observations(self.memory.id, items)
                seen.append(next(events).entry.content)
            while len(seen) < 300:
                seen.append(next(events).entry.content)
        self.assertEqual(seen, [f"Observation {i}" for i in range(300)])

    def test_another_thread_can_end_the_iteration(self):
        events = self.lorebase.events()
        self.lorebase.write_entry(self.memory.id, "One")
        next(events)
        ended = threading.Thread(target=lambda: list(events))
        ended.start()
        events.close()
        ended.join(20)
        self.assertFalse(ended.is_alive())

    def test_a_cursor_that_the_log_does_not_hold_is_an_error_or_handled_by_the_caller(self):
        other = Project().client()
        with other.events() as foreign_events:
            other.create_memory("foreign")
            foreign = next(foreign_events).cursor
        refused = failure_of(next, self.lorebase.events(after=foreign))
        self.assertEqual(refused.code, "CURSOR_EXPIRED")
        told = []

        def resume(error: LorebaseError):
            told.append(error.code)
            head = self.lorebase.query("{ events { headCursor } }").events.head_cursor
            self.lorebase.write_entry(self.memory.id, "After the gap")
            return head

        with self.lorebase.events(after=foreign, on_cursor_expired=resume) as events:
            self.assertEqual(next(events).entry.content, "After the gap")
        self.assertEqual(told, ["CURSOR_EXPIRED"])

    def test_any_subscription_streams(self):
        with self.lorebase.events() as events:
            start = events.cursor
        self.lorebase.write_entry(self.memory.id, "One")
        document = "subscription ($after: String) { events(after: $after) { type } }"
        with self.lorebase.subscribe(document, {"after": start}) as results:
            self.assertEqual(next(results), {"events": {"type": "ENTRY_CREATED"}})
