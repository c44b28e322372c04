/** Lessons that agents wrote down after a run. */
export type Lesson = {
  daysAgo: number;
  task: string;
  summary: string;
  guidance: string;
  result: 'PASS' | 'FAIL';
  keyMistake?: string;
  correctAction?: string;
  applicableTools?: string[];
  topic: string;
};

export const LESSONS: Lesson[] = [
  {
    daysAgo: 33,
    topic: 'time',
    task: 'A customer reports that all times of a depot are off by one hour',
    summary: 'The times of one depot were wrong after the clock change.',
    guidance:
      'When times are off by exactly one hour, read the depot’s time zone before you look at anything else.',
    result: 'PASS',
    correctAction: 'get_depot, compare the time zone, tell the customer where to set it.',
    applicableTools: ['get_depot'],
  },
  {
    daysAgo: 31,
    topic: 'location',
    task: 'Drivers vanish from the map after a few minutes',
    summary: 'Positions of two drivers stopped because of battery saving.',
    guidance:
      'Ask for the model and the battery setting first. Never advise a reinstallation while proofs wait to be sent.',
    result: 'FAIL',
    keyMistake: 'Advised a reinstallation, which deleted four signatures.',
    correctAction: 'Allow the app to run in the background.',
    applicableTools: ['get_device', 'get_outbox'],
  },
  {
    daysAgo: 30,
    topic: 'feasibility',
    task: 'A planning run has no feasible route',
    summary: 'A run failed because one window was shorter than its service time.',
    guidance: 'Read the report of the run and name the tightest stop with its two numbers.',
    result: 'PASS',
    applicableTools: ['get_run_report'],
  },
  {
    daysAgo: 29,
    topic: 'promises',
    task: 'A customer asks when a missing feature will exist',
    summary: 'A date was promised for the customs module, which has none.',
    guidance:
      'Say that it does not exist, name what works today, and offer to note the wish. Never name a date.',
    result: 'FAIL',
    keyMistake: 'Invented a date.',
    correctAction: 'Say no plainly and offer the CSV export.',
    applicableTools: ['get_roadmap'],
  },
  {
    daysAgo: 25,
    topic: 'refunds',
    task: 'A customer asks for a refund',
    summary: 'A refund above the limit was arranged without asking.',
    guidance:
      'Compare the amount with 200 euros before you answer; above it, hand over to the account manager.',
    result: 'FAIL',
    keyMistake: 'Promised 240 euros.',
    correctAction: 'Hand over with a summary.',
  },
  {
    daysAgo: 24,
    topic: 'sign-in',
    task: 'All users of one customer cannot sign in',
    summary: 'The SAML certificate of a customer had run out.',
    guidance:
      'Ask whether one or all users fail. All: certificate. One: duplicate e-mail addresses.',
    result: 'PASS',
    applicableTools: ['get_sign_in_log'],
  },
  {
    daysAgo: 22,
    topic: 'incidents',
    task: 'The planning queue grows during the morning peak',
    summary: 'The queue was cleared by two more workers and one parked run.',
    guidance: 'Add capacity, then find the run that repeats. Never restart all workers.',
    result: 'PASS',
    applicableTools: ['queue_depth'],
  },
  {
    daysAgo: 18,
    topic: 'versions',
    task: 'A hardware key stopped working after an update',
    summary: 'A known fault of a version was treated as a setting of the phone.',
    guidance: 'Compare the version with the known faults before you ask for settings.',
    result: 'FAIL',
    keyMistake: 'Sent the customer through the settings of Android.',
    correctAction: 'Name the version that solves it.',
    applicableTools: ['get_app_versions'],
  },
  {
    daysAgo: 13,
    topic: 'prices',
    task: 'A customer asks whether a new price applies to them',
    summary: 'The price list changed and existing customers were worried.',
    guidance:
      'Look at the contract. Begin with “you keep your price until the contract renews” if it is so.',
    result: 'PASS',
    applicableTools: ['get_contract'],
  },
  {
    daysAgo: 10,
    topic: 'documents',
    task: 'A regulated customer asks for documents',
    summary: 'Documents were sent as an attachment that the customer’s mail server rejects.',
    guidance: 'Look up how the customer receives documents before sending any.',
    result: 'FAIL',
    keyMistake: 'Sent an attachment.',
    correctAction: 'Upload to the portal and send the link.',
  },
  {
    daysAgo: 6,
    topic: 'briefing',
    task: 'Write a briefing before a call with a customer',
    summary: 'A briefing repeated an old number of vehicles.',
    guidance:
      'Prefer facts that replaced others, and leave out what must not be said to the customer.',
    result: 'FAIL',
    keyMistake: 'Used 84 vans although 92 replaced it.',
    correctAction: 'Search with the current facts only.',
  },
  {
    daysAgo: 3,
    topic: 'webhooks',
    task: 'Webhooks of all customers are late',
    summary: 'One slow endpoint delayed the others.',
    guidance: 'List the slowest endpoints, pause the first, and tell that customer.',
    result: 'PASS',
    applicableTools: ['slowest_endpoints'],
  },
];
