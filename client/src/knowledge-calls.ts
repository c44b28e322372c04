import { GatheredWrites, type GatherOptions } from './gather-writes.ts';
import * as api from './generated.ts';
import { keyed } from './idempotency.ts';
import { Operations } from './operations.ts';
import type { CallOptions } from './options.ts';
import type * as types from './types.ts';

/** The calls that write and read knowledge. */
export class KnowledgeCalls extends Operations {
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

  /** Creates a memory, or with `ifExists: RETURN` returns the one of that name. */
  async createMemory(input: api.CreateMemoryInput, options?: CallOptions): Promise<types.Memory> {
    const data = await this.ask(api.CreateMemoryDocument, { input: keyed(input) }, options, true);
    return data.createMemory.memory;
  }

  /** Changes a memory. */
  async updateMemory(input: api.UpdateMemoryInput, options?: CallOptions): Promise<types.Memory> {
    const data = await this.ask(api.UpdateMemoryDocument, { input }, options);
    return data.updateMemory.memory;
  }

  /** Deletes a memory, which can be restored until its `purgeAt`. */
  async deleteMemory(input: api.DeleteMemoryInput, options?: CallOptions): Promise<types.Memory> {
    const data = await this.ask(api.DeleteMemoryDocument, { input }, options, true);
    return data.deleteMemory.memory;
  }

  /** Restores a deleted memory. */
  async restoreMemory(input: api.RestoreMemoryInput, options?: CallOptions): Promise<types.Memory> {
    const data = await this.ask(api.RestoreMemoryDocument, { input }, options);
    return data.restoreMemory.memory;
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

  /** Writes a text to a memory without duplicating its entries. */
  async writeEntry(input: api.WriteEntryInput, options?: CallOptions): Promise<types.WriteResult> {
    const data = await this.ask(api.WriteEntryDocument, { input: keyed(input) }, options, true);
    return data.writeEntry;
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

  /** Turns single writes into bulk calls. */
  gatherWrites(options?: GatherOptions): GatheredWrites {
    return new GatheredWrites((input, call) => this.writeEntries(input, call), options);
  }

  /** Writes the facts of a document. */
  async extractEntries(
    input: api.ExtractEntriesInput,
    options?: CallOptions,
  ): Promise<types.ExtractedEntries> {
    const data = await this.ask(
      api.ExtractEntriesDocument,
      { input: keyed(input) },
      this.slow(options),
      true,
    );
    return data.extractEntries;
  }

  /** Edits an entry. */
  async updateEntry(input: api.UpdateEntryInput, options?: CallOptions): Promise<types.Entry> {
    const data = await this.ask(api.UpdateEntryDocument, { input }, options);
    return data.updateEntry.entry;
  }

  /** Deletes an entry, which can be restored. */
  async deleteEntry(input: api.DeleteEntryInput, options?: CallOptions): Promise<types.Entry> {
    const data = await this.ask(api.DeleteEntryDocument, { input }, options);
    return data.deleteEntry.entry;
  }

  /** Counts an access of entries that were shown. */
  async touchEntries(input: api.TouchEntriesInput, options?: CallOptions): Promise<void> {
    await this.ask(api.TouchEntriesDocument, { input }, options);
  }

  /** The entries that match a query best, best first. */
  async searchKnowledge(
    input: Omit<api.SearchKnowledgeInput, 'explain'>,
    options?: CallOptions,
  ): Promise<types.SearchResult[]> {
    const data = await this.ask(api.SearchKnowledgeDocument, { input }, options);
    return data.searchKnowledge.results;
  }

  /** The entries that are most recent, important and relevant, best first. */
  async retrieveEntries(
    input: Omit<api.RetrieveEntriesInput, 'explain'>,
    options?: CallOptions,
  ): Promise<types.SearchResult[]> {
    const data = await this.ask(api.RetrieveEntriesDocument, { input }, options);
    return data.retrieveEntries.results;
  }

  /** The entries that are relevant to a situation, as one text. */
  async planningContext(
    input: api.PlanningContextInput,
    options?: CallOptions,
  ): Promise<types.PlanningContext> {
    const data = await this.ask(api.PlanningContextDocument, { input }, options);
    return data.planningContext;
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
}
