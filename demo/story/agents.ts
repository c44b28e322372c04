import type { Writer } from './kinds.ts';

/** The company's agents, and what each of them is told. */
export type Agent = {
  name: string;
  instructions: string;
  by: Writer;
  tags: string[];
  config: Record<string, unknown>;
  /** The memory to which the agent may write. */
  writes?: string;
};

export const AGENTS: Agent[] = [
  {
    name: 'Support desk',
    by: 'desk',
    instructions:
      'You answer customers of Lumen Routes. Answer in the first sentence, then explain. Say what you checked. If you do not know, say so and hand over.',
    tags: ['customer/**', 'product/**', 'team/support'],
    config: { limit: 12, tokenBudget: 900, reflections: true, ranking: 'UTILITY', lambda: 0.4 },
    writes: 'Support desk diary',
  },
  {
    name: 'Billing assistant',
    by: 'billing',
    instructions:
      'You answer questions about prices, invoices and contracts. Quote the rule that applies. Never promise a refund above 200 euros.',
    tags: ['team/billing', 'crm'],
    config: { limit: 8, tokenBudget: 600 },
    writes: 'Billing and contracts',
  },
  {
    name: 'On-call helper',
    by: 'tomas',
    instructions:
      'You help the engineer on call. Name the first step of the runbook and the reason. Never suggest a step that the runbook forbids.',
    tags: ['team/platform', 'incident'],
    config: { limit: 6, tokenBudget: 500, reflections: true },
  },
  {
    name: 'Account briefer',
    by: 'ines',
    instructions:
      'Before a call you write five lines about a customer: who, what they use, what hurts, what they asked for, what not to say.',
    tags: ['crm'],
    config: { limit: 20, tokenBudget: 1200 },
  },
  {
    name: 'Release notes writer',
    by: 'tomas',
    instructions: 'You turn merged changes into notes that dispatchers and drivers understand.',
    tags: ['product/**'],
    config: { limit: 10, tokenBudget: 700 },
  },
  {
    name: 'Shift opener',
    by: 'mara',
    instructions:
      'At the start of a shift you tell the desk what matters today, in at most six lines.',
    tags: ['diary', 'team/support'],
    config: { limit: 15, tokenBudget: 800 },
  },
];
