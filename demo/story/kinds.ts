/** The keys with which the people and programs of the company write. */
export const WRITERS = {
  mara: 'Mara Lindqvist, support lead',
  tomas: 'Tomás Reyes, platform engineer',
  ines: 'Inês Duarte, account manager',
  desk: 'support-desk',
  billing: 'billing-agent',
  importer: 'handbook-import',
} as const;
export type Writer = keyof typeof WRITERS;

export type Source = 'MANUAL' | 'AGENT' | 'EXTRACTION';

/** A text that somebody writes. Days are counted back from the day of the demo. */
export type Fact = {
  text: string;
  by: Writer;
  source: Source;
  metadata?: Record<string, unknown>;
  /** When it is written; facts without it are spread over the weeks in their order. */
  daysAgo?: number;
  /** The beginning of the text of the fact that it replaces. */
  replaces?: string;
};

export type Memory = {
  name: string;
  description: string;
  tags: string[];
  facts: Fact[];
};

/** A text that a person writes. */
export const says = (by: Writer, text: string, more: Partial<Fact> = {}): Fact => ({
  text,
  by,
  source: 'MANUAL',
  ...more,
});

/** A text that an agent notes down during a ticket. */
export const noted = (text: string, ticket: string, more: Partial<Fact> = {}): Fact => ({
  text,
  by: 'desk',
  source: 'AGENT',
  ...more,
  metadata: { ticket, ...more.metadata },
});

/** What an agent hears again, in other words. */
export const repeats = (text: string, more: Partial<Fact> = {}): Fact => ({
  text,
  by: 'desk',
  source: 'AGENT',
  ...more,
});

/** A text from a document. */
export const from = (document: string, text: string, more: Partial<Fact> = {}): Fact => ({
  text,
  by: 'importer',
  source: 'EXTRACTION',
  ...more,
  metadata: { document, ...more.metadata },
});
