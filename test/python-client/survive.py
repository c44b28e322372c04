"""Follows events, writes and records a run, while the server is killed and started again in the midst of all three.

It prints "kill" when that is to happen, and at the end what came of it as JSON.
"""

import json
import os
import threading

from support import URL

from lorebase import Lorebase

COUNT = 100

lorebase = Lorebase(URL, os.environ["LOREBASE_KEY"], retries=20)
memory = lorebase.create_memory("survivor")
contents = [f"Observation number {i}" for i in range(COUNT)]
seen = []
reconnects = []
stored = []
killed = threading.Event()
events = lorebase.events(types=["ENTRY_CREATED"], on_reconnect=reconnects.append)


def follow():
    for event in events:
        if event.entry.content == "The end":
            return
        seen.append(event.entry.content)
        if len(seen) > COUNT // 4 and not killed.is_set():
            print("kill", flush=True)
            killed.set()


def write():
    for start in range(0, COUNT, 5):
        items = [{"content": content, "importance": 1} for content in contents[start : start + 5]]
        results = lorebase.record_observations(memory.id, items)
        stored.extend(result.entry.content for result in results)


threads = [threading.Thread(target=act) for act in (follow, write)]
for thread in threads:
    thread.start()
with lorebase.trace("Survive a restart") as run:
    run.record_message({"role": "assistant", "content": "Working"})
    run.review("PASS", generate_reflection=False)
    # The trace is stored while the server is down.
    killed.wait()
threads[1].join()
lorebase.record_observation(memory.id, "The end", importance=1)
threads[0].join()
print(
    json.dumps(
        {
            "contents": contents,
            "seen": seen,
            "stored": stored,
            "reconnects": len(reconnects),
            "entryCount": lorebase.memory(id=memory.id).entry_count,
            "traces": [
                {"task": trace.task, "messageCount": trace.message_count, "result": trace.review.result}
                for trace in lorebase.traces().nodes
            ],
        }
    )
)
