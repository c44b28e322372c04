"""Runs the tests of this folder and prints the outcome of each as a line of JSON; with --list, their names alone."""

import json
import os
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(__file__))


def tests_in(suite):
    for item in suite:
        if isinstance(item, unittest.TestSuite):
            yield from tests_in(item)
        else:
            yield item


class Outcomes(unittest.TestResult):
    """Prints a line for each test as it ends."""

    def startTest(self, test):
        super().startTest(test)
        self.problems = []

    def addError(self, test, err):
        self.problems.append(self._exc_info_to_string(err, test))

    addFailure = addError

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.problems.append(f"{subtest}\n{self._exc_info_to_string(err, test)}")

    def addSkip(self, test, reason):
        self.problems.append(f"It was skipped: {reason}")

    def stopTest(self, test):
        super().stopTest(test)
        print(json.dumps({"name": test.id(), "problems": self.problems}), flush=True)


suite = unittest.defaultTestLoader.discover(os.path.dirname(__file__))
if "--list" in sys.argv:
    print(json.dumps([test.id() for test in tests_in(suite)]))
else:
    suite.run(Outcomes())
