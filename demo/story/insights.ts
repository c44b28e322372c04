/** What the chat model of the story concludes from the diary, cycle by cycle. */
export type Insight = {
  question: string;
  insight: string;
  /** Words by which the statements that it rests on are recognized. */
  because: string[];
};

export const CYCLES: Insight[][] = [
  [
    {
      question: 'Which causes explain several of the reported problems?',
      insight:
        'Reports of wrong times come from the time zone of a depot, and not from the planner or the import.',
      because: ['time zone', 'one hour late', 'clocks change'],
    },
    {
      question: 'How do premium customers want to hear of incidents?',
      insight:
        'Premium customers mind less that something is slow than that they read about it first: a call within 20 minutes keeps their trust.',
      because: ['slow planning by e-mail', 'Call premium customers', 'Planning was slow'],
    },
    {
      question: 'Where do answers of the agents lose data or trust?',
      insight:
        'Damage comes from answers that act before they ask: a reinstallation, a sign-out, or a date that nobody has agreed to.',
      because: ['signatures', 'date that does not exist', 'no positions'],
    },
  ],
  [
    {
      question: 'What makes a planning run fail?',
      insight:
        'Learned service times make short windows fail: most failed runs have a window below the service time of one stop.',
      because: ['no feasible route', 'shorter than the service time', 'warning to the planner'],
    },
    {
      question: 'How should updates of the driver app reach careful customers?',
      insight:
        'Acme and Nordlicht both need updates on their own schedule, so a rollout in steps is a matter of the customer and not of the version.',
      because: ['two steps', 'update 6.3', 'certificate', 'app updates'],
    },
    {
      question: 'When do customers need the desk most?',
      insight:
        'Drivers need help before 07:00, so an early shift on Mondays prevents half of the tickets that would wait.',
      because: ['before 07:00', 'early shift'],
    },
  ],
  [
    {
      question: 'Which sentence settles questions about prices?',
      insight:
        'Worries about prices end when the first sentence says what does not change: you keep your price until the contract renews.',
      because: ['starter price', 'keep your price'],
    },
    {
      question: 'What do customers value in new versions?',
      insight:
        'Customers trust the planner more when it shows why it decided: the reason for a moved stop is asked for more than speed.',
      because: ['why a stop was moved', 'changed a live route', '6 hours and 20'],
    },
    {
      question: 'How does the way of answering differ between people?',
      insight:
        'The person counts and not the company: Ruth Okafor wants two numbers, and Callum Shaw at the same dairy wants the reasons.',
      because: ['two numbers', 'Callum Shaw', 'Ruth Okafor'],
    },
  ],
];
