"""Runs as traces: the context manager, the decorator and judges."""

import asyncio
import threading
import unittest

from support import Project, failure_of

from lorebase import Lorebase, LorebaseError, rubric_judge

TASK = "Cancel a reservation through the travel insurance"
NOWHERE = Lorebase("http://127.0.0.1:1", "key", retries=0)


class Completion:
    """An answer of the package `openai`, as far as the client looks at it."""

    def model_dump(self, mode):
        call = {"id": "c1", "type": "function", "function": {"name": "add", "arguments": "{}"}}
        message = {"role": "assistant", "content": None, "tool_calls": [call], "refusal": None}
        usage = {"prompt_tokens": 7, "completion_tokens": 2}
        return {"choices": [{"message": message}], "model": "test-chat", "usage": usage}


class Runs(unittest.TestCase):
    def setUp(self):
        self.lorebase = Project().client()

    def lesson(self):
        made = self.lorebase.create_reflection(
            TASK, "The policy decides", "Look at the policy first.", "PASS"
        )
        return made.entry

    def test_a_run_is_told_the_lessons_and_stored_with_what_it_did(self):
        lesson = self.lesson()
        memory = self.lorebase.create_memory("notes")
        shown = self.lorebase.write_entry(memory.id, "The policy number is 7").entry
        trace_fields = {"agent_id": "traveller", "metadata": {"action_type": "cancel"}}
        with self.lorebase.trace(TASK, **trace_fields) as run:
            self.assertIn("Look at the policy first.", run.augmented_task)
            self.assertEqual([result.entry.id for result in run.lessons], [lesson.id])
            run.record_retrieved(self.lorebase.search_knowledge("policy number"))
            run.record_message({"role": "user", "content": run.augmented_task})
            run.record_tool_call("policy", {"id": 7}, {"covered": True})
            run.record_usage(10, 2)
            run.record_usage(5, 1)
            run.respond("Cancelled")
            self.assertIsNone(run.review("PASS", feedback="It worked", generate_reflection=False))
        trace = run.trace
        self.assertEqual(trace.final_response, "Cancelled")
        self.assertEqual(trace.agent_id, "traveller")
        self.assertEqual(trace.metadata, {"action_type": "cancel"})
        self.assertEqual((trace.tools_used, trace.message_count), (["policy"], 3))
        self.assertEqual(trace.usage, {"inputTokens": 15, "outputTokens": 3})
        self.assertEqual({item.entry_id for item in trace.retrieved}, {lesson.id, shown.id})
        self.assertEqual((trace.review.result, trace.review.feedback), ("PASS", "It worked"))
        self.assertGreaterEqual(trace.duration_ms, 0)
        self.assertNotEqual(self.lorebase.entry(lesson.id).utility, lesson.utility)

    def test_a_run_is_reviewed_later_and_again(self):
        before = self.lesson()
        with self.lorebase.trace(TASK) as run:
            pass
        self.assertIsNone(run.trace.review)
        run.review("PASS", generate_reflection=False)
        self.assertGreater(self.lorebase.entry(before.id).utility, before.utility)
        self.assertEqual(run.review("FAIL", generate_reflection=False).trace.review.result, "FAIL")
        self.assertLess(self.lorebase.entry(before.id).utility, before.utility)
        with self.assertRaises(RuntimeError), run:
            pass

    def test_a_run_that_raises_is_stored_and_raises_its_own_error(self):
        judged = []

        def judge(run):
            judged.append(run.error)
            return {"result": "FAIL" if run.error else "PASS", "generate_reflection": False}

        for error in (ValueError("The booking system is down"), KeyboardInterrupt()):
            with self.assertRaises(type(error)) as raised:
                with self.lorebase.trace(TASK, judge=judge) as run:
                    run.record_message({"role": "assistant", "content": "I try to book"})
                    raise error
            self.assertIs(raised.exception, error)
            self.assertEqual((run.trace.review.result, run.trace.message_count), ("FAIL", 1))
            stored = self.lorebase.trace_by_id(run.trace.id).metadata["error"]
            self.assertEqual(stored, f"{type(error).__name__}: {error}".rstrip(": "))
        self.assertEqual([type(error) for error in judged], [ValueError, KeyboardInterrupt])

    def test_a_run_is_stored_within_the_limits_of_the_server(self):
        memory = self.lorebase.create_memory("notes")
        ids = []
        for part in range(2):
            items = [{"content": f"Observation {part} {i}", "importance": 1} for i in range(300)]
            ids += [result.entry.id for result in self.lorebase.record_observations(memory.id, items)]
        long = "\0\ud83d" + "😀" * 600_000
        with self.assertRaises(ValueError), self.lorebase.trace(TASK + "\0\ud83d", lessons=False) as run:
            run.record_retrieved(ids)
            run.respond(long)
            run.record_tool_call("tea", {}, "a\0b\ud83d😀")
            run.review("FAIL", feedback=long, generate_reflection=False)
            raise ValueError(long)
        trace = run.trace
        self.assertEqual([item.entry_id for item in trace.retrieved], ids[:500])
        self.assertEqual(trace.task, TASK)
        self.assertEqual(trace.final_response, "😀" * 500_000)
        query = "query ($id: ID!) { trace(id: $id) { trajectory } }"
        stored = self.lorebase.query(query, {"id": trace.id}).trace.trajectory
        self.assertEqual(stored[1]["content"], "ab😀")
        self.assertEqual(trace.review.feedback, "😀" * 8_000)
        self.assertRegex(trace.metadata["error"], "^ValueError: 😀+$")

    def test_a_run_goes_on_without_a_server_if_someone_is_told_of_the_errors(self):
        errors = []
        with NOWHERE.trace(TASK, on_error=errors.append) as run:
            self.assertEqual(run.augmented_task, TASK)
        self.assertIsNone(run.trace)
        self.assertEqual([error.code for error in errors], ["CONNECTION_FAILED"] * 2)
        with self.assertRaisesRegex(RuntimeError, "no trace"):
            run.review("PASS")
        self.assertEqual(failure_of(NOWHERE.trace(TASK).__enter__).code, "CONNECTION_FAILED")
        with self.assertLogs("lorebase", "ERROR") as logged, self.assertRaisesRegex(ValueError, "own"):
            with NOWHERE.trace(TASK, lessons=False):
                raise ValueError("own")
        self.assertIn("CONNECTION_FAILED", logged.output[0])
        with self.assertRaises(LorebaseError), NOWHERE.trace(TASK, lessons=False) as lost:
            pass
        with self.assertRaisesRegex(RuntimeError, "no trace"):
            lost.review("PASS")

    def test_conversations_and_completions_are_recorded_once(self):
        messages = [{"role": "user", "content": "2 and 1?"}]
        with self.lorebase.trace(TASK, lessons={"limit": 1, "lambda_": 0.3}) as run:
            run.record_completion(messages, Completion())
            answer = Completion().model_dump("json")["choices"][0]["message"]
            messages += [answer, {"role": "tool", "tool_call_id": "c1", "content": "3"}]
            run.record_completion(messages, {"choices": [{"message": {"role": "assistant", "content": "3"}}]})
            # Callers send a call back with another content, or with its fields in another order.
            for content in ({}, {"content": ""}):
                call = {"type": "function", "function": {"arguments": "{}", "name": "add"}, "id": "c1"}
                run.record_conversation([{"role": "assistant", **content, "tool_calls": [call]}])
        self.assertEqual(
            [message["role"] for message in run.messages], ["user", "assistant", "tool", "assistant"]
        )
        trace = run.trace
        self.assertEqual((trace.final_response, trace.model, trace.tools_used), ("3", "test-chat", ["add"]))
        self.assertEqual(trace.usage, {"inputTokens": 7, "outputTokens": 2})
        empty = NOWHERE.trace(TASK)
        usage = {"prompt_tokens": 3, "completion_tokens": None}
        empty.record_completion(messages, {"choices": None, "usage": usage})
        self.assertEqual(empty._usage, {"input_tokens": 3, "output_tokens": 0})

    def test_tool_calls_of_several_threads_have_ids_of_their_own(self):
        run = NOWHERE.trace(TASK)
        threads = [
            threading.Thread(target=run.record_tool_call, args=("add", [i], i)) for i in range(50)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        ids = [message["tool_call_id"] for message in run.messages if message["role"] == "tool"]
        self.assertEqual(len(set(ids)), 50)

    def test_a_run_can_be_asynchronous(self):
        async def act():
            async with self.lorebase.trace(TASK) as run:
                await asyncio.sleep(0)
                run.respond("Done")
            return run.trace.final_response

        self.assertEqual(asyncio.run(act()), "Done")


class Decorated(unittest.TestCase):
    def setUp(self):
        self.lorebase = Project().client()

    def tasks(self):
        traces = self.lorebase.traces(order_by={"field": "CREATED_AT", "direction": "ASC"})
        return [(trace.task, trace.final_response) for trace in traces.nodes]

    def test_each_call_is_a_run(self):
        lorebase = self.lorebase

        @lorebase.traced
        def plain(question):
            return question.upper()

        def judge(run):
            return {"result": "PASS", "feedback": run.value, "generate_reflection": False}

        @lorebase.traced(task=lambda question, times: f"Answer {question}", judge=judge)
        def answer(question, times, *, run):
            """Answers."""
            run.record_message({"role": "user", "content": question})
            return question * times

        class Agent:
            @lorebase.traced
            def act(self, task, run=None):
                return run.task + "!"

        @lorebase.traced
        async def later(question, run):
            run.respond("Given")
            return "Returned"

        self.assertEqual(plain("ab"), "AB")
        self.assertEqual(answer("ab", times=2), "abab")
        self.assertEqual((answer.__name__, answer.__doc__), ("answer", "Answers."))
        self.assertEqual(Agent().act("cd"), "cd!")
        self.assertEqual(asyncio.run(later("ef")), "Returned")
        expected = [("ab", "AB"), ("Answer ab", "abab"), ("cd", "cd!"), ("ef", "Given")]
        self.assertEqual(self.tasks(), expected)
        reviews = [trace.review.feedback for trace in self.lorebase.traces().nodes if trace.review]
        self.assertEqual(reviews, ["abab"])

    def test_a_call_that_raises_is_a_run(self):
        @self.lorebase.traced
        def fail(task):
            raise ValueError(task)

        self.assertRaises(ValueError, fail, "Break")
        self.assertEqual(self.tasks(), [("Break", None)])

    def test_what_cannot_be_decorated_is_refused(self):
        def generator():
            yield 1

        self.assertRaises(TypeError, self.lorebase.traced, generator)
        self.assertRaises(TypeError, self.lorebase.traced(lambda: 1))


class Judges(unittest.TestCase):
    def test_a_rubric_is_asked_of_a_model_and_the_review_teaches(self):
        lorebase = Project().client()
        lesson = lorebase.create_reflection(TASK, "Policy", "Look at the policy.", "PASS").entry
        asked = []

        def chat(messages):
            asked.extend(messages)
            return 'My verdict:\n{"result": "FAIL", "reward": 0.25, "feedback": "No city"}'

        judge = rubric_judge("PASS if the answer names a city.", chat)
        with lorebase.trace(TASK, judge=judge) as run:
            run.respond("Somewhere")
        review = run.trace.review
        self.assertEqual((review.result, review.reward, review.feedback), ("FAIL", 0.25, "No city"))
        self.assertLess(lorebase.entry(lesson.id).utility, lesson.utility)
        self.assertEqual(lorebase.learning().reviewed_share, 1)
        self.assertIn("names a city", asked[0]["content"])
        self.assertIn("Somewhere", asked[1]["content"])
        run.respond("cut \ud83d")
        half = '{"result": "PASS", "feedback": "cut \ud83d"}'
        verdict = rubric_judge("Any", lambda sent: asked.extend(sent) or half)(run)
        self.assertEqual(verdict, {"result": "PASS", "feedback": "cut \ud83d"})
        asked[-1]["content"].encode()

    def test_no_verdict_leaves_the_run_without_a_review_and_is_told(self):
        lorebase = Project().client()
        for answer in ("I cannot say.", "", '{"result": "MAYBE"}', "{", None):
            errors = []
            judge = rubric_judge("Any", lambda _, answer=answer: answer)
            with lorebase.trace(TASK, judge=judge, on_error=errors.append) as run:
                pass
            self.assertIsNone(run.trace.review)
            self.assertEqual([error.code for error in errors], ["CHAT_UNAVAILABLE"])
