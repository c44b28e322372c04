import type { Writer } from './kinds.ts';

/** What the support desk observed, day by day, and what it planned. */
export type Observation = {
  daysAgo: number;
  text: string;
  importance: number;
  by: Writer;
  kind?: 'PLAN';
};

const saw = (
  daysAgo: number,
  importance: number,
  text: string,
  by: Writer = 'desk',
): Observation => ({
  daysAgo,
  importance,
  text,
  by,
});
const plans = (
  daysAgo: number,
  importance: number,
  text: string,
  by: Writer = 'mara',
): Observation => ({
  ...saw(daysAgo, importance, text, by),
  kind: 'PLAN',
});

export const DIARY = {
  name: 'Support desk diary',
  description:
    'What happened at the desk, with dates. The most important of it is told to agents that begin a shift.',
  tags: ['team/support', 'diary', 'stream'],
  observations: [
    saw(40.3, 3, 'Quiet Monday: nine tickets, all answered before noon.'),
    saw(39.4, 5, 'Acme asked why two routes of the night shift overlap in Wilhelmsburg.'),
    saw(38.2, 6, 'Brightwater wrote that three depots show times that are one hour late.'),
    saw(
      38.1,
      7,
      'The time zone of two Brightwater depots was UTC; after the change all times were right.',
    ),
    plans(37.4, 5, 'Write to all customers in the United Kingdom before the clocks change again.'),
    saw(36.3, 4, 'A driver of Casa Verde lost the signatures of a morning after signing out.'),
    saw(
      35.2,
      6,
      'Katrin Vogt of Nordlicht asked who changed a live route and why; the history had no reason.',
    ),
    saw(34.4, 3, 'Four questions about the CSV import on one day, all about dates.'),
    saw(33.3, 5, 'Two drivers of Acme had no positions for an hour; both phones were Samsung.'),
    saw(32.4, 8, 'Planning was slow for 25 minutes in the morning; twelve customers wrote.'),
    saw(
      32.3,
      6,
      'Jonas Petersen of Acme was angry that he read about the slow planning by e-mail.',
    ),
    plans(
      32.1,
      7,
      'Call premium customers within 20 minutes of an incident, and write afterwards.',
    ),
    saw(31.2, 4, 'The agent answered a question about customs with a date that does not exist.'),
    saw(30.3, 5, 'Ruth Okafor praised an answer that had two numbers and nothing else.'),
    saw(28.4, 3, 'Casa Verde asked for labels for the Brother printer.'),
    saw(
      27.3,
      6,
      'Three customers asked the same about “no feasible route” after the new service times.',
    ),
    saw(
      26.2,
      7,
      'In all three cases a window of 10 minutes was shorter than the service time of 12.',
    ),
    plans(
      26.1,
      5,
      'Add a warning to the planner when a window is shorter than the service time.',
      'tomas',
    ),
    saw(25.3, 4, 'A refund of 240 euros was promised without asking the account manager.'),
    saw(24.4, 6, 'Nordlicht could not sign in for two hours: its certificate had run out.'),
    saw(23.2, 4, 'Beatriz Matos called to say thanks for the temporary accounts.'),
    saw(21.3, 5, 'Acme reported that scanners open the camera since the update to 6.3.'),
    saw(20.4, 7, 'The update 6.3 reached all vans of Acme although they test on three vans first.'),
    plans(20.2, 6, 'Roll out driver app updates for Acme in two steps, three vans first.'),
    saw(19.3, 3, 'Version 6.3.2 solved the scanner key; Acme confirmed.'),
    saw(18.2, 4, 'Half of today’s tickets came before 07:00, from drivers at the depot.'),
    plans(17.4, 6, 'Start the early shift at 05:30 on Mondays for one month.'),
    saw(16.3, 5, 'A customer waited four days for an answer that nobody had marked as open.'),
    saw(
      14.4,
      6,
      'Eleven customers asked about the new starter price; six thought that theirs changes.',
    ),
    saw(
      14.2,
      5,
      'The sentence “you keep your price until the contract renews” ended every such talk.',
    ),
    saw(12.3, 4, 'Casa Verde planned 410 stops for a wedding fair without help.'),
    saw(11.3, 5, 'Version 8.3 is out; customers like to see why a stop was moved.'),
    saw(10.4, 6, 'Nordlicht asked to hold back app updates until its audit is over.'),
    plans(
      10.2,
      8,
      'No driver app update for Nordlicht in the two weeks before its audit.',
      'tomas',
    ),
    saw(9.3, 5, 'Deniz Aydin of Acme could not find an order number on an old invoice.'),
    saw(8.4, 3, 'The early shift answered 14 tickets before 07:00.'),
    saw(7.3, 6, 'Ruth Okafor is away; Callum Shaw asks for longer explanations than she does.'),
    saw(
      6.2,
      7,
      'The planner refused a Brightwater route of 6 hours and 20 minutes; they split it in two.',
    ),
    saw(5.3, 4, 'Acme has eight more vans from Kiel, with drivers who have never used the app.'),
    plans(5.1, 6, 'Train the Kiel drivers of Acme on Thursday, with a test route.', 'ines'),
    saw(4.3, 5, 'The first driver trained in Kiel found the number of the gate by himself.'),
    saw(3.2, 6, 'Webhooks to one customer were slow for two hours and delayed those of others.'),
    saw(2.3, 4, 'Eight of ten answers of the desk agent were rated good this week.'),
    saw(1.4, 5, 'Casa Verde asked about blocked streets on Sundays for the third time.'),
    saw(
      0.4,
      4,
      'Two Samsung phones without positions; the battery setting solved both in minutes.',
    ),
  ],
};
