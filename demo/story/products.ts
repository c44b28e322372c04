import { from, type Memory, noted, repeats, says } from './kinds.ts';

/** What the product does, as agents must explain it. */
export const PRODUCTS: Memory[] = [
  {
    name: 'Route planner',
    description:
      'How the planner works, its limits, and the questions that customers ask about it.',
    tags: ['product/planner', 'docs', 'team/support'],
    facts: [
      from('planner.md', 'The planner optimizes up to 2,000 stops in one run.'),
      from('planner.md', 'A planning run takes about 40 seconds for 500 stops and 20 vehicles.'),
      from(
        'planner.md',
        'A stop can have up to three delivery windows; the planner picks one of them.',
      ),
      from('planner.md', 'Breaks can be fixed, or float within a window of two hours.'),
      from(
        'planner.md',
        'Vehicles have a profile: height, weight, range, cooling and emission class.',
      ),
      from(
        'planner.md',
        'The planner avoids low-emission zones for vehicles whose class is not allowed there.',
      ),
      from('planner.md', 'Locked stops keep their place when a route is optimized again.'),
      from(
        'planner.md',
        'Routes can be changed until the driver has started; then only stops that are not reached.',
      ),
      from('api.md', 'POST /v2/orders accepts at most 600 requests per minute for each key.'),
      from('api.md', 'POST /v2/orders takes up to 100 orders in one request.'),
      from(
        'api.md',
        'An order with the same external id replaces the earlier order until it is planned.',
      ),
      from(
        'api.md',
        'Webhooks are repeated for 24 hours with growing pauses until they answer 2xx.',
      ),
      noted(
        '“No feasible route” almost always means that a window is shorter than the service time.',
        'T-1827',
        {
          metadata: { topic: 'feasibility' },
        },
      ),
      noted(
        'If a run finds no feasible route, the report names the three tightest stops.',
        'T-1836',
        {
          metadata: { topic: 'feasibility' },
        },
      ),
      repeats(
        'When no feasible route is found, the report names the three tightest stops of the run.',
        {
          metadata: { topic: 'feasibility' },
        },
      ),
      says(
        'tomas',
        'The traffic forecast is refreshed every 15 minutes; older plans do not move by themselves.',
      ),
      says('tomas', 'Electric vehicles are planned with 80% of their range in winter.'),
      noted(
        'Customers confuse “optimize” with “re-sequence”: the second keeps stops on their vehicle.',
        'T-1921',
      ),
      noted('The CSV import reads dates as day.month.year for EU accounts.', 'T-1930'),
      noted('The CSV import wants a semicolon when numbers have a decimal comma.', 'T-1936'),
      says('mara', 'The planner has no customs module; say so plainly.'),
      says(
        'tomas',
        'From version 8.2 the planner can combine pickups and deliveries in one tour.',
        { daysAgo: 20 },
      ),
      noted('Time zones belong to the depot and not to the account.', 'T-1968'),
      from('release-8.3.md', 'Version 8.3 raises the limit of a planning run to 3,000 stops.', {
        daysAgo: 11,
        replaces: 'The planner optimizes up to 2,000 stops',
      }),
      from(
        'release-8.3.md',
        'Version 8.3 shows why a stop was moved, in the history of the route.',
        { daysAgo: 11 },
      ),
      from(
        'release-8.3.md',
        'Version 8.3 learns service times from the last 60 days of each stop.',
        { daysAgo: 11 },
      ),
    ],
  },
  {
    name: 'Driver app',
    description:
      'The app on the drivers’ phones: versions, permissions, what goes wrong and how it is fixed.',
    tags: ['product/driver-app', 'docs', 'team/support', 'mobile'],
    facts: [
      from('driver-app.md', 'The driver app needs Android 10 or iOS 16.'),
      from(
        'driver-app.md',
        'The app keeps a whole route offline and sends what happened when it is online again.',
      ),
      from(
        'driver-app.md',
        'Proof of delivery can be a signature, a photo, a PIN or a temperature log.',
      ),
      from(
        'driver-app.md',
        'Location is recorded every 20 seconds while a route is active, and never outside it.',
      ),
      from('driver-app.md', 'A driver can hold two routes a day, one after another.'),
      noted(
        'If positions stop after some minutes, battery saving is on: allow the app to run in the background.',
        'T-1814',
        {
          metadata: { topic: 'location' },
        },
      ),
      repeats(
        'Battery saving stops positions after some minutes; allow the app to run in the background.',
        {
          metadata: { topic: 'location' },
        },
      ),
      noted('On Samsung phones “sleeping apps” must not contain the driver app.', 'T-1842', {
        metadata: { topic: 'location' },
      }),
      noted(
        '“Route not found” after sign-in means that the driver has no vehicle today.',
        'T-1855',
      ),
      noted('A photo above 12 MB is not sent until the phone has Wi-Fi.', 'T-1869'),
      noted('Signing out deletes what was not yet sent; ask for “Send now” first.', 'T-1884', {
        metadata: { topic: 'data-loss' },
      }),
      says(
        'mara',
        'Before you ask a driver to reinstall the app, make sure that “Waiting to send” is 0.',
        {
          metadata: { topic: 'data-loss' },
        },
      ),
      noted(
        'Shared devices need the PIN mode, which an administrator switches on for the depot.',
        'T-1905',
      ),
      noted('Temporary driver accounts end by themselves on the date given.', 'T-1919'),
      says('tomas', 'App version 6.4 stops supporting Android 10.', { daysAgo: 24 }),
      says('tomas', 'App version 6.4 keeps Android 10 until the end of next year after all.', {
        daysAgo: 13,
        replaces: 'App version 6.4 stops supporting Android 10',
      }),
      noted(
        'Since 6.3 the scanner key of Zebra devices starts the camera; 6.3.2 fixes it.',
        'T-2052',
        { daysAgo: 15 },
      ),
      noted('Returns are counted at the stop, below the button “More”.', 'T-1975'),
      noted(
        'The app speaks German, English, Portuguese and Polish; the phone’s language decides.',
        'T-1983',
      ),
      noted('Voice guidance uses the phone’s navigation app, which must be installed.', 'T-1991'),
      from(
        'release-6.3.md',
        'Version 6.3 shows the number of the gate and the photo of the door at a stop.',
        { daysAgo: 17 },
      ),
    ],
  },
];
