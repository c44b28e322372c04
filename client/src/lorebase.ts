import { isLorebaseError } from './errors.ts';
import { type EventsOptions, followEvents } from './follow-events.ts';
import * as api from './generated.ts';
import { keyed } from './idempotency.ts';
import { KnowledgeCalls } from './knowledge-calls.ts';
import type { CallOptions } from './options.ts';
import { requireDefinedValues } from './request.ts';
import type { Run } from './run.ts';
import { type FinishedRun, type TraceOptions, traceRun } from './trace.ts';
import type * as types from './types.ts';

/**
 * A client of one server with one API key. It repeats any call if the server refuses the connection or asks the
 * client to wait. After a lost answer, it repeats queries, `deleteMemory`, `reviewTrace`, and mutations with an
 * idempotency key, which it adds itself.
 *
 * Methods throw a LorebaseError with the code of the server, or the reason of their signal. `query` and `subscribe`
 * also throw a TypeError for a document without a source, and `trace` and `traced` the error of their function.
 */
export class Lorebase extends KnowledgeCalls {
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

  /** The traces whose tasks are most similar to a query, best first. */
  async searchTraces(
    input: api.SearchTracesInput,
    options?: CallOptions,
  ): Promise<types.TraceResult[]> {
    return (await this.ask(api.SearchTracesDocument, { input }, options)).searchTraces.results;
  }

  /** The lessons that are relevant to a task, best first. */
  async queryReflections(
    input: Omit<api.QueryReflectionsInput, 'explain'>,
    options?: CallOptions,
  ): Promise<types.FoundReflections> {
    const data = await this.ask(api.QueryReflectionsDocument, { input }, options);
    return data.queryReflections;
  }

  /** The task followed by the relevant lessons, as text for a prompt. */
  async augmentTask(
    input: Omit<api.QueryReflectionsInput, 'explain'>,
    options?: CallOptions,
  ): Promise<types.AugmentedTask> {
    const data = await this.ask(api.AugmentTaskDocument, { input }, options);
    return data.augmentTask;
  }

  /** Stores the trace of a run, and its review if there is one. */
  async createTrace(input: api.CreateTraceInput, options?: CallOptions): Promise<types.Trace> {
    const data = await this.ask(api.CreateTraceDocument, { input: keyed(input) }, options, true);
    return data.createTrace.trace;
  }

  /**
   * Reviews a trace, which moves the utilities of the entries that it retrieved. The client repeats it after a lost
   * answer. If the trace then has this review, or if it has the same result, reward and feedback and nothing else is
   * given, that is not an error, and `changes` is empty. With `replace`, a repeated call leaves the utilities as they
   * are, and can have the reflection written anew.
   */
  async reviewTrace(
    input: api.ReviewTraceInput,
    options?: CallOptions,
  ): Promise<types.ReviewedTrace> {
    try {
      const data = await this.ask(api.ReviewTraceDocument, { input }, options, true);
      return data.reviewTrace;
    } catch (error) {
      if (!isLorebaseError(error, 'CONFLICT')) throw error;
      if (!error.wasRepeated && !isComparable(input)) throw error;
      const trace = await this.traceById(input.traceId, options);
      if (trace === null || !isSameReview(input, trace.review)) throw error;
      return { trace, changes: [] };
    }
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

  /** Permanently erases data of the project, and returns what was erased. Needs a key of role ADMIN. */
  async eraseData(input: api.EraseDataInput, options?: CallOptions): Promise<types.ErasureReport> {
    requireDefinedValues(input.metadata, 'input.metadata');
    return (await this.ask(api.EraseDataDocument, { input }, options)).eraseData.erased;
  }

  /** An agent by id; null if there is none. */
  async agent(id: string, options?: CallOptions): Promise<types.Agent | null> {
    return (await this.ask(api.AgentDocument, { id }, options)).agent;
  }

  /** A page of the agents. */
  async agents(
    list: api.AgentsQueryVariables = {},
    options?: CallOptions,
  ): Promise<types.Page<types.Agent>> {
    return (await this.ask(api.AgentsDocument, list, options)).agents;
  }

  /** Creates an agent. */
  async createAgent(input: api.CreateAgentInput, options?: CallOptions): Promise<types.Agent> {
    const data = await this.ask(api.CreateAgentDocument, { input: keyed(input) }, options, true);
    return data.createAgent.agent;
  }

  /** Changes an agent. */
  async updateAgent(input: api.UpdateAgentInput, options?: CallOptions): Promise<types.Agent> {
    return (await this.ask(api.UpdateAgentDocument, { input }, options)).updateAgent.agent;
  }

  /** The messages that `generate` would put in front of a conversation, for programs that call a model themselves. */
  async agentKnowledge(
    input: api.AgentKnowledgeInput,
    options?: CallOptions,
  ): Promise<types.AgentKnowledge> {
    const data = await this.ask(api.AgentKnowledgeDocument, { input }, options);
    return data.agentKnowledge as types.AgentKnowledge;
  }

  /** An agent's answer to a conversation, with its knowledge. */
  async generate(input: api.GenerateInput, options?: CallOptions): Promise<types.Generation> {
    const data = await this.ask(
      api.GenerateDocument,
      { input: keyed(input) },
      this.slow(options),
      true,
    );
    return data.generate.generation;
  }

  /** Continues a generation with the results of the caller's tools. */
  async continueGeneration(
    input: api.ContinueGenerationInput,
    options?: CallOptions,
  ): Promise<types.Generation> {
    const data = await this.ask(api.ContinueGenerationDocument, { input }, this.slow(options));
    return data.continueGeneration.generation;
  }

  /** Cancels a generation. */
  async cancelGeneration(
    input: api.CancelGenerationInput,
    options?: CallOptions,
  ): Promise<types.Generation> {
    const data = await this.ask(api.CancelGenerationDocument, { input }, options);
    return data.cancelGeneration.generation;
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
   * An agent's answer as it is generated. Aborting the signal cancels the generation, and so does ending the iteration
   * between two events; a `return()` during a pending `next()` waits for the next event. A lost connection ends it
   * with CONNECTION_FAILED, and is not made again.
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
   * The cursor of the newest event. `events` with it as `after` delivers everything that is written after this call.
   */
  async headCursor(options?: CallOptions): Promise<string> {
    return (await this.ask(api.EventsHeadDocument, {}, options)).events.headCursor;
  }

  /**
   * The events after the cursor `after`, or from now on, each once and in order. Without `after` they can lack what is
   * written before the server has answered this call (`headCursor`). The iteration reconnects and resumes by itself; a
   * program that is started again resumes with the `cursor` of the last event it has handled.
   */
  events(options: EventsOptions = {}): AsyncGenerator<types.Event, void, undefined> {
    const readHead = () => this.headCursor(signalOf(options));
    // A generator runs only once its first value is asked for. Reading the head there would miss earlier events.
    const start = options.after ? Promise.resolve(options.after) : readHead();
    start.catch(() => {});
    return followEvents(this.stream, readHead, start, options);
  }

  /**
   * Runs a function as one run of an agent: finds the lessons for the task, and stores a trace of what the function
   * records when it ends, also when it throws.
   */
  trace<Value>(
    task: string,
    act: (run: Run) => Value | Promise<Value>,
    options?: TraceOptions,
  ): Promise<FinishedRun<Value>> {
    return traceRun(this, task, act, options);
  }

  /**
   * A function whose calls are runs, as of `trace`, and return what the given function returns. `task` makes the
   * task from the arguments; when omitted it is the first of them.
   */
  traced<Arguments extends unknown[], Value>(
    act: (run: Run, ...args: Arguments) => Value | Promise<Value>,
    {
      task = (...args) => String(args[0]),
      ...options
    }: TraceOptions & { task?: (...args: Arguments) => string } = {},
  ): (...args: Arguments) => Promise<Value> {
    return async (...args) => {
      const { value } = await this.trace(task(...args), (run) => act(run, ...args), options);
      return value;
    };
  }
}

function signalOf({ signal }: EventsOptions): CallOptions {
  return signal ? { signal } : {};
}

/** True if a review is given as nothing but what can be compared with a stored one. */
function isComparable(input: api.ReviewTraceInput): boolean {
  const others = [input.alpha, input.entryRewards, input.generateReflection, input.memoryId];
  return others.every((value) => value === undefined || value === null);
}

/** True if the stored review has the given result, reward and feedback. */
function isSameReview(
  { result, reward, feedback }: api.ReviewTraceInput,
  stored: types.Review | null,
): boolean {
  if (stored === null) return false;
  return (
    (result ?? stored.result) === stored.result &&
    (reward ?? (result === 'PASS' ? 1 : 0)) === stored.reward &&
    (feedback ?? null) === stored.feedback
  );
}
