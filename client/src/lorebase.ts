import { type EventsOptions, followEvents } from './follow-events.ts';
import * as api from './generated.ts';
import { keyed } from './idempotency.ts';
import { Operations } from './operations.ts';
import type { CallOptions } from './options.ts';
import type * as types from './types.ts';

/** A model may take long to answer. */
const GENERATION_TIMEOUT_MS = 600_000;

/**
 * A client of one server with one API key. Calls that are safe to repeat are repeated when the connection fails,
 * the server is out of reach or asks to wait: queries, and mutations with an idempotency key, which the client
 * makes itself.
 *
 * Every method throws a LorebaseError with the code of the server, or the reason of its signal.
 */
export class Lorebase extends Operations {
  /** The version, models and features of the server. */
  async server(options?: CallOptions): Promise<types.Server> {
    return (await this.ask(api.ServerDocument, {}, options)).server;
  }

  /** A memory by id or by name; null if there is none. */
  async memory(
    by: { id: string } | { name: string },
    options?: CallOptions,
  ): Promise<types.Memory | null> {
    return (await this.ask(api.MemoryDocument, by, options)).memory;
  }

  /** A page of the memories. */
  async memories(
    list: api.MemoriesQueryVariables = {},
    options?: CallOptions,
  ): Promise<types.Page<types.Memory>> {
    return (await this.ask(api.MemoriesDocument, list, options)).memories;
  }

  /** An entry by id; null if there is none. */
  async entry(id: string, options?: CallOptions): Promise<types.Entry | null> {
    return (await this.ask(api.EntryDocument, { id }, options)).entry;
  }

  /** A page of the entries. */
  async entries(
    list: api.EntriesQueryVariables = {},
    options?: CallOptions,
  ): Promise<types.Page<types.Entry>> {
    return (await this.ask(api.EntriesDocument, list, options)).entries;
  }

  /** A trace by id; null if there is none. */
  async traceById(id: string, options?: CallOptions): Promise<types.Trace | null> {
    return (await this.ask(api.TraceDocument, { id }, options)).trace;
  }

  /** A page of the traces. */
  async traces(
    list: api.TracesQueryVariables = {},
    options?: CallOptions,
  ): Promise<types.Page<types.Trace>> {
    return (await this.ask(api.TracesDocument, list, options)).traces;
  }

  /** The entries that match a query best, best first. */
  async searchKnowledge(
    input: api.SearchKnowledgeInput,
    options?: CallOptions,
  ): Promise<types.SearchResult[]> {
    const data = await this.ask(api.SearchKnowledgeDocument, { input: input }, options);
    return data.searchKnowledge.results;
  }

  /** The lessons that are relevant to a task, best first. */
  async queryReflections(
    input: api.QueryReflectionsInput,
    options?: CallOptions,
  ): Promise<types.FoundReflections> {
    const data = await this.ask(api.QueryReflectionsDocument, { input: input }, options);
    return data.queryReflections;
  }

  /** The task followed by the relevant lessons, as text for a prompt. */
  async augmentTask(
    input: api.QueryReflectionsInput,
    options?: CallOptions,
  ): Promise<types.AugmentedTask> {
    const data = await this.ask(api.AugmentTaskDocument, { input: input }, options);
    return data.augmentTask;
  }

  /** The entries that are most recent, important and relevant, best first. */
  async retrieveEntries(
    input: api.RetrieveEntriesInput,
    options?: CallOptions,
  ): Promise<types.SearchResult[]> {
    const data = await this.ask(api.RetrieveEntriesDocument, { input: input }, options);
    return data.retrieveEntries.results;
  }

  /** The entries that are relevant to a situation, as one text. */
  async planningContext(
    input: api.PlanningContextInput,
    options?: CallOptions,
  ): Promise<types.PlanningContext> {
    const data = await this.ask(api.PlanningContextDocument, { input: input }, options);
    return data.planningContext;
  }

  /** Creates a memory, or with `ifExists: RETURN` returns the one of that name. */
  async createMemory(input: api.CreateMemoryInput, options?: CallOptions): Promise<types.Memory> {
    const data = await this.ask(api.CreateMemoryDocument, { input: keyed(input) }, options, true);
    return data.createMemory.memory;
  }

  /** Changes a memory. */
  async updateMemory(input: api.UpdateMemoryInput, options?: CallOptions): Promise<types.Memory> {
    const data = await this.ask(api.UpdateMemoryDocument, { input: input }, options);
    return data.updateMemory.memory;
  }

  /** Deletes a memory, which can be restored until its `purgeAt`. */
  async deleteMemory(input: api.DeleteMemoryInput, options?: CallOptions): Promise<types.Memory> {
    const data = await this.ask(api.DeleteMemoryDocument, { input: input }, options, true);
    return data.deleteMemory.memory;
  }

  /** Restores a deleted memory. */
  async restoreMemory(input: api.RestoreMemoryInput, options?: CallOptions): Promise<types.Memory> {
    const data = await this.ask(api.RestoreMemoryDocument, { input: input }, options);
    return data.restoreMemory.memory;
  }

  /** Writes a text to a memory without duplicating its entries. */
  async writeEntry(input: api.WriteEntryInput, options?: CallOptions): Promise<types.WriteResult> {
    const data = await this.ask(api.WriteEntryDocument, { input: keyed(input) }, options, true);
    return data.writeEntry;
  }

  /** Writes the facts of a document. */
  async extractEntries(
    input: api.ExtractEntriesInput,
    options?: CallOptions,
  ): Promise<types.ExtractedEntries> {
    const data = await this.ask(api.ExtractEntriesDocument, { input: input }, slow(options));
    return data.extractEntries;
  }

  /** Edits an entry. */
  async updateEntry(input: api.UpdateEntryInput, options?: CallOptions): Promise<types.Entry> {
    const data = await this.ask(api.UpdateEntryDocument, { input: input }, options);
    return data.updateEntry.entry;
  }

  /** Deletes an entry, which can be restored. */
  async deleteEntry(input: api.DeleteEntryInput, options?: CallOptions): Promise<types.Entry> {
    const data = await this.ask(api.DeleteEntryDocument, { input: input }, options);
    return data.deleteEntry.entry;
  }

  /** Records an observation or a plan in the stream of a memory. */
  async recordObservation(
    input: api.RecordObservationInput,
    options?: CallOptions,
  ): Promise<types.Entry> {
    const data = await this.ask(
      api.RecordObservationDocument,
      { input: keyed(input) },
      options,
      true,
    );
    return data.recordObservation.entry;
  }

  /** Stores the trace of a run, and its review if there is one. */
  async createTrace(input: api.CreateTraceInput, options?: CallOptions): Promise<types.Trace> {
    const data = await this.ask(api.CreateTraceDocument, { input: keyed(input) }, options, true);
    return data.createTrace.trace;
  }

  /** Reviews a trace, which moves the utilities of the entries that it retrieved. */
  async reviewTrace(
    input: api.ReviewTraceInput,
    options?: CallOptions,
  ): Promise<types.ReviewedTrace> {
    const data = await this.ask(api.ReviewTraceDocument, { input: input }, options);
    return data.reviewTrace;
  }

  /** Stores a lesson that the agent wrote itself, with a reviewed trace. */
  async createReflection(
    input: api.CreateReflectionInput,
    options?: CallOptions,
  ): Promise<types.CreatedReflection> {
    const data = await this.ask(
      api.CreateReflectionDocument,
      { input: keyed(input) },
      options,
      true,
    );
    return data.createReflection;
  }

  /** Creates an agent. */
  async createAgent(input: api.CreateAgentInput, options?: CallOptions): Promise<types.Agent> {
    const data = await this.ask(api.CreateAgentDocument, { input: keyed(input) }, options, true);
    return data.createAgent.agent;
  }

  /** An agent's answer to a conversation, with its knowledge. */
  async generate(input: api.GenerateInput, options?: CallOptions): Promise<types.Generation> {
    const data = await this.ask(api.GenerateDocument, { input: keyed(input) }, slow(options), true);
    return data.generate.generation;
  }

  /** Continues a generation with the results of the caller's tools. */
  async continueGeneration(
    input: api.ContinueGenerationInput,
    options?: CallOptions,
  ): Promise<types.Generation> {
    const data = await this.ask(api.ContinueGenerationDocument, { input: input }, slow(options));
    return data.continueGeneration.generation;
  }

  /** Cancels a generation. */
  async cancelGeneration(
    input: api.CancelGenerationInput,
    options?: CallOptions,
  ): Promise<types.Generation> {
    const data = await this.ask(api.CancelGenerationDocument, { input: input }, options);
    return data.cancelGeneration.generation;
  }

  /** Writes up to 500 texts to one memory. An item that fails is an `ItemError` in its place. */
  async writeEntries(
    input: api.WriteEntriesInput,
    options?: CallOptions,
  ): Promise<types.WriteEntriesResult[]> {
    const items = input.items.map(keyed);
    const data = await this.ask(
      api.WriteEntriesDocument,
      { input: { ...input, items } },
      options,
      true,
    );
    return data.writeEntries.results;
  }

  /** Records up to 500 observations. An item that fails is an `ItemError` in its place. */
  async recordObservations(
    input: api.RecordObservationsInput,
    options?: CallOptions,
  ): Promise<types.RecordObservationsResult[]> {
    const keyedInput = { ...input, observations: input.observations.map(keyed) };
    const data = await this.ask(
      api.RecordObservationsDocument,
      { input: keyedInput },
      options,
      true,
    );
    return data.recordObservations.results;
  }

  /** Counts an access of entries that were shown. */
  async touchEntries(input: api.TouchEntriesInput, options?: CallOptions): Promise<void> {
    await this.ask(api.TouchEntriesDocument, { input }, options);
  }

  /** What the project has learned from its runs, and the share of runs that were reviewed. */
  async learning(options?: CallOptions): Promise<types.Learning | null> {
    const { project } = await this.ask(api.LearningDocument, {}, options);
    if (project === null) return null;
    const { tracesTotal, tracesPending } = project.learning;
    const reviewedShare = tracesTotal === 0 ? null : (tracesTotal - tracesPending) / tracesTotal;
    return { ...project.learning, reviewedShare };
  }

  /**
   * An agent's answer as it is generated. Ending the iteration or aborting the signal cancels the generation. A
   * lost connection ends it with CONNECTION_FAILED, and is not made again.
   */
  async *streamGeneration(
    input: api.GenerateInput,
    { signal }: Pick<CallOptions, 'signal'> = {},
  ): AsyncGenerator<types.GenerationEvent, void, undefined> {
    const events = this.subscribe(
      api.StreamGenerationDocument,
      { input },
      signal ? { signal } : {},
    );
    for await (const { generate } of events) yield generate;
  }

  /** As `streamGeneration`, for `continueGeneration`. */
  async *streamContinuedGeneration(
    input: api.ContinueGenerationInput,
    { signal }: Pick<CallOptions, 'signal'> = {},
  ): AsyncGenerator<types.GenerationEvent, void, undefined> {
    const events = this.subscribe(
      api.StreamContinuedGenerationDocument,
      { input },
      signal ? { signal } : {},
    );
    for await (const { continueGeneration } of events) yield continueGeneration;
  }

  /**
   * The events from now on, or after the cursor `after`, each once and in order. The iteration reconnects and
   * resumes by itself; a program that is started again resumes with the `cursor` of the last event it has handled.
   */
  events(options: EventsOptions = {}): AsyncGenerator<types.Event, void, undefined> {
    const readHead = async () =>
      (await this.ask(api.EventsHeadDocument, {}, signalOf(options))).events.headCursor;
    // Asked for at once, so that no event is missed between this call and the first step of the iteration.
    const start = options.after ? Promise.resolve(options.after) : readHead();
    start.catch(() => {});
    return followEvents(this.stream, readHead, start, options);
  }
}

/** Options with the longer time-out of calls that wait for a chat model. */
function slow(options: CallOptions = {}): CallOptions {
  return { timeoutMs: GENERATION_TIMEOUT_MS, ...options };
}

function signalOf({ signal }: EventsOptions): CallOptions {
  return signal ? { signal } : {};
}
