"""Prints what the Python client says of the schema as JSON: its documents, its records, its codes and its inputs."""

import inspect
import json
import typing

import support  # noqa: F401

import lorebase

#: Methods whose arguments are those of an input, and their arguments that are none of it.
OWN = {"self", "changes", "common"}

records = {
    name: value.__annotations__
    for name, value in vars(lorebase).items()
    if inspect.isclass(value) and issubclass(value, lorebase.Record) and value is not lorebase.Record
}
methods = {
    lorebase._camel(name): [lorebase._camel(each) for each in inspect.signature(method).parameters if each not in OWN]
    for name, method in inspect.getmembers(lorebase.Lorebase, inspect.isfunction)
    if not name.startswith("_")
}
print(
    json.dumps(
        {
            "version": lorebase.__version__,
            "documents": lorebase._DOCUMENTS,
            "fragments": lorebase._FRAGMENTS,
            "codes": typing.get_args(lorebase.ErrorCode),
            "jsonFields": sorted(lorebase._JSON_FIELDS),
            "records": {
                name: {lorebase._camel(field): hint for field, hint in fields.items()}
                for name, fields in records.items()
            },
            "methods": methods,
        }
    )
)
