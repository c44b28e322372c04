import { from, type Memory, noted, repeats, says } from './kinds.ts';

/** How the company works: support, operation and billing. */
export const HANDBOOKS: Memory[] = [
  {
    name: 'Support playbook',
    description: 'How we answer: tone, order of steps, what to ask and when to hand over.',
    tags: ['team/support', 'runbook', 'policy'],
    facts: [
      says('mara', 'Answer the question in the first sentence; explain afterwards.'),
      says(
        'mara',
        'Ask for the route number before anything else: it begins with R- and has eight digits.',
      ),
      says('mara', 'Never ask a customer for a password or an API key.'),
      says(
        'mara',
        'Hand over to a person when the customer says “cancel”, “lawyer” or “data protection”.',
      ),
      says(
        'mara',
        'Say what you have checked, so that the next colleague does not check it again.',
      ),
      says('mara', 'If times are off by exactly one hour, check the time zone of the depot.', {
        metadata: { topic: 'time' },
      }),
      says('mara', 'If times are off by exactly one hour, look at the depot’s time zone first.', {
        metadata: { topic: 'time' },
      }),
      noted(
        'For “no feasible route” ask for the report of the run and read its three tightest stops.',
        'T-1832',
        {
          metadata: { topic: 'feasibility' },
        },
      ),
      noted('For missing positions ask for the phone’s model and its battery setting.', 'T-1846', {
        metadata: { topic: 'location' },
      }),
      noted('A restart of the phone does not help against missing positions.', 'T-1857', {
        metadata: { topic: 'location' },
      }),
      noted('Tell the customer to reinstall the driver app if positions are missing.', 'T-1809', {
        metadata: { topic: 'location' },
      }),
      says('mara', 'Close a ticket only after the customer has said that it works.'),
      says(
        'mara',
        'Close a ticket after the customer has confirmed, or after three quiet working days.',
        {
          daysAgo: 16,
          replaces: 'Close a ticket only after',
        },
      ),
      noted(
        'Screenshots of the dispatcher view show the run’s number in the lower left corner.',
        'T-1894',
      ),
      says('mara', 'Premium customers get a call when an incident takes longer than 20 minutes.'),
      says(
        'mara',
        'Do not promise dates for features. Say what exists today, and offer to note the wish.',
      ),
      noted(
        'Wishes go to the board “Asked for”, with the customer and the number of vehicles.',
        'T-1913',
      ),
      says('ines', 'Refunds above 200 euros need the yes of the account manager.'),
      noted('A polite no with a reason is rated better than a vague maybe.', 'T-1943'),
      noted(
        'Copying a long article into the answer is rated badly; link it and name the one step that matters.',
        'T-1962',
      ),
      says('mara', 'Questions about sub-processors are answered with the list on the trust page.'),
      noted('Use the customer’s word for a stop: “drop”, “delivery” or “Halt”.', 'T-1994'),
    ],
  },
  {
    name: 'On-call runbooks',
    description:
      'What to do when something breaks. Each step has been used at least once in an incident.',
    tags: ['team/platform', 'runbook', 'incident'],
    facts: [
      from(
        'runbooks/planner-queue.md',
        'Planning queue above 200 runs: add two planner workers, then look for a run that repeats.',
        {
          metadata: { service: 'planner' },
        },
      ),
      from(
        'runbooks/planner-queue.md',
        'A planning run that was started three times is set aside with `planner park <run>`.',
        {
          metadata: { service: 'planner' },
        },
      ),
      from(
        'runbooks/planner-queue.md',
        'Do not restart all planner workers at once: running plans start again from zero.',
        {
          metadata: { service: 'planner' },
        },
      ),
      from(
        'runbooks/webhooks.md',
        'Webhook backlog: look first for one customer whose endpoint answers slowly.',
        {
          metadata: { service: 'webhooks' },
        },
      ),
      from(
        'runbooks/webhooks.md',
        'Pause a slow webhook endpoint with `hooks pause <customer>` and tell the customer.',
        {
          metadata: { service: 'webhooks' },
        },
      ),
      from(
        'runbooks/database.md',
        'Replication lag above 30 seconds: stop the nightly report before anything else.',
        {
          metadata: { service: 'database' },
        },
      ),
      from('runbooks/database.md', 'Never fail over while a migration runs.', {
        metadata: { service: 'database' },
      }),
      from(
        'runbooks/database.md',
        'The disk of the position store grows by 14 GB a day; partitions older than 400 days are dropped.',
        {
          metadata: { service: 'database' },
        },
      ),
      from(
        'runbooks/sign-in.md',
        'SAML sign-in fails for one customer: compare the certificate’s date in their metadata.',
        {
          metadata: { service: 'sign-in' },
        },
      ),
      from(
        'runbooks/sign-in.md',
        'Sign-in fails for all: check the clock of the identity service before its logs.',
        {
          metadata: { service: 'sign-in' },
        },
      ),
      from(
        'runbooks/maps.md',
        'If map tiles are slow, switch to the second provider with the flag `tiles.secondary`.',
        {
          metadata: { service: 'maps' },
        },
      ),
      says(
        'tomas',
        'The traffic feed is late every first Sunday of the month; wait 20 minutes before you page anybody.',
      ),
      says('tomas', 'Error rate above 2% for five minutes is an incident, whatever the cause.'),
      says(
        'tomas',
        'Write the first status message within 10 minutes, even if it says only that we are looking.',
      ),
      noted('The burst of orders at 05:10 is normal: it is Acme’s integration.', 'T-1901', {
        metadata: { service: 'api', customer: 'acme' },
      }),
      repeats('A burst of orders at 05:10 comes from Acme’s integration and is normal.', {
        metadata: { service: 'api', customer: 'acme' },
      }),
      says('tomas', 'A run that uses more than 6 GB has a stop with coordinates of 0,0.', {
        metadata: { service: 'planner' },
      }),
      says(
        'tomas',
        'After an incident, the report is written within two working days, without names.',
      ),
      says('tomas', 'The push service drops messages above 4 KB without an error.', {
        metadata: { service: 'push' },
      }),
      says('tomas', 'Restarting the push service loses nothing: phones ask for missed messages.', {
        metadata: { service: 'push' },
      }),
      says(
        'tomas',
        'Backups are restored to a second server every Monday; the log is in #restore.',
      ),
      says('tomas', 'The status page is updated by hand until the new probe has run for a month.', {
        daysAgo: 26,
      }),
      says('tomas', 'The status page is updated by the probe; people add the words.', {
        daysAgo: 4,
        replaces: 'The status page is updated by hand',
      }),
    ],
  },
  {
    name: 'Billing and contracts',
    description:
      'Prices, invoices, refunds and the sentences of contracts that customers ask about.',
    tags: ['team/billing', 'policy', 'contracts'],
    facts: [
      from('prices.md', 'The starter plan costs 29 euros for each vehicle and month.', {
        metadata: { plan: 'starter' },
      }),
      from(
        'prices.md',
        'The business plan costs 45 euros for each vehicle and month, and has the API.',
        { metadata: { plan: 'business' } },
      ),
      from('prices.md', 'Premium support costs 12% of the monthly fee.', {
        metadata: { plan: 'premium' },
      }),
      from('prices.md', 'The seasonal add-on costs 190 euros for up to 21 days a year.', {
        metadata: { plan: 'seasonal' },
      }),
      from('prices.md', 'From 100 vehicles the price is agreed with the account manager.'),
      from('terms.pdf', 'Vehicles can be added at any time and removed at the end of a month.'),
      from(
        'terms.pdf',
        'A contract can be cancelled with 30 days’ notice to the end of a month, unless it says otherwise.',
      ),
      from(
        'terms.pdf',
        'After the end of a contract, data can be exported for 60 days and is then deleted.',
      ),
      says('ines', 'A credit for an outage is 5% of the monthly fee for each full hour.'),
      says('ines', 'An outage earns a credit of 5% of the monthly fee for each full hour.', {
        by: 'billing',
      }),
      noted(
        'Invoices are sent on the second working day of the month, to the billing address only.',
        'T-1823',
        { by: 'billing' },
      ),
      noted(
        'An order number appears on invoices that are made after it was entered, never on earlier ones.',
        'T-1861',
        { by: 'billing' },
      ),
      noted('A corrected invoice has a new number and names the old one.', 'T-1888', {
        by: 'billing',
      }),
      noted('Customers in the EU without a VAT number pay Portuguese VAT.', 'T-1916', {
        by: 'billing',
      }),
      noted(
        'Direct debits that fail are tried again after five days, with a message to the customer.',
        'T-1927',
        { by: 'billing' },
      ),
      noted('A vehicle that was added on the 20th is charged for 11 of 30 days.', 'T-1950', {
        by: 'billing',
      }),
      says('ines', 'Discounts are never applied to premium support.'),
      says('ines', 'Nobody is charged for vehicles that were only imported and never planned.'),
      noted(
        'Refunds reach a card within five working days and an account within three.',
        'T-1986',
        { by: 'billing' },
      ),
      from(
        'prices.md',
        'The starter plan costs 32 euros for each vehicle and month for new customers.',
        {
          daysAgo: 14,
          replaces: 'The starter plan costs 29 euros',
          metadata: { plan: 'starter' },
        },
      ),
      says(
        'ines',
        'Customers of the old starter price keep 29 euros until their contract renews.',
        {
          daysAgo: 14,
          metadata: { plan: 'starter', applies: 'existing' },
        },
      ),
    ],
  },
];

/** A memory that the company has given up; it is in the trash. */
export const GIVEN_UP: Memory = {
  name: 'Trade fair notes',
  description: 'Notes of two days at a trade fair, since copied to the customers’ memories.',
  tags: ['crm', 'archive'],
  facts: [
    says('ines', 'A bakery chain from Porto asked about cooled routes.', { daysAgo: 33 }),
    says('ines', 'Two visitors wanted a planner for bicycles.', { daysAgo: 33 }),
    says('ines', 'The demonstration works better with eight vehicles than with eighty.', {
      daysAgo: 32,
    }),
  ],
};
