import { from, type Memory, noted, repeats, says } from './kinds.ts';

/** What the company knows about its customers. */
export const CUSTOMERS: Memory[] = [
  {
    name: 'Acme Logistics',
    description:
      'Parcel carrier in Hamburg with 84 vans. Our oldest customer: read this before you answer them.',
    tags: ['crm', 'customer/acme', 'region/eu', 'tier/premium'],
    facts: [
      says('ines', 'Acme Logistics runs 84 vans from two depots, Hamburg-Wilhelmsburg and Lübeck.'),
      says(
        'ines',
        'Jonas Petersen leads dispatch at Acme and decides about everything operational.',
        {
          metadata: { contact: 'Jonas Petersen' },
        },
      ),
      says(
        'ines',
        'Acme pays for the premium support tier: first answer within 30 minutes on weekdays.',
      ),
      from('contract-acme.pdf', 'The contract with Acme runs for 24 months and renews by itself.'),
      from(
        'contract-acme.pdf',
        'Acme may export all route data at any time, as CSV or through the API.',
      ),
      noted(
        'Acme plans its night routes at 21:30, half an hour before the night shift begins.',
        'T-1804',
      ),
      repeats(
        'Acme plans the night routes at 21:30, half an hour before their night shift begins.',
      ),
      noted(
        'The Lübeck depot of Acme has no loading dock for vehicles above 7.5 tonnes.',
        'T-1822',
      ),
      noted('Acme wants bad news by phone and never first by e-mail.', 'T-1840', {
        metadata: { contact: 'Jonas Petersen' },
      }),
      says('mara', 'Acme uses its own scanner hardware (Zebra TC52) and not our rented devices.'),
      noted(
        'Acme’s scanners are Zebra TC52 with Android 10, which the driver app supports until 6.x.',
        'T-1877',
      ),
      says('ines', 'Acme renews in spring and asks for a volume discount above 100 vans.'),
      noted(
        'Twelve vans of Acme are electric and must be back at the depot with 15% charge left.',
        'T-1893',
      ),
      noted('Acme closes the Lübeck depot on the public holidays of Schleswig-Holstein.', 'T-1902'),
      noted(
        'Acme’s firewall allows only the addresses of our EU region; other regions time out.',
        'T-1910',
      ),
      says(
        'tomas',
        'Acme’s integration calls POST /v2/orders in bursts of about 400 requests at 05:10.',
      ),
      noted(
        'Stops in the Hamburg harbour need a delivery window and the number of the gate.',
        'T-1923',
      ),
      noted(
        'Acme’s drivers take their break after 4.5 hours; the planner must not move it.',
        'T-1934',
      ),
      says('mara', 'Never promise Acme a date for the customs module: it has slipped twice.'),
      noted(
        'Acme tests every release of the driver app on three vans before all drivers get it.',
        'T-1960',
      ),
      noted('The accounting contact at Acme is Svenja Krol.', 'T-1972', {
        metadata: { contact: 'Svenja Krol' },
      }),
      noted('Svenja Krol left Acme; Deniz Aydin now handles their invoices.', 'T-2118', {
        daysAgo: 9,
        replaces: 'The accounting contact at Acme',
        metadata: { contact: 'Deniz Aydin' },
      }),
      says('ines', 'Acme counted 9% fewer kilometres in the first quarter with the new planner.'),
      noted(
        'Acme asked twice for a report of the CO₂ saved for each customer of theirs.',
        'T-2040',
      ),
      says('ines', 'Acme runs 92 vans since the takeover of a courier in Kiel.', {
        daysAgo: 6,
        replaces: 'Acme Logistics runs 84 vans',
      }),
    ],
  },
  {
    name: 'Brightwater Dairy',
    description: 'Dairy with refrigerated routes to 310 shops. Strict about temperature and time.',
    tags: ['crm', 'customer/brightwater', 'region/uk', 'cold-chain'],
    facts: [
      says(
        'ines',
        'Brightwater Dairy delivers to 310 shops every morning between 04:00 and 09:30.',
      ),
      says(
        'ines',
        'Brightwater’s operations manager is Ruth Okafor; she prefers short answers with numbers.',
        {
          metadata: { contact: 'Ruth Okafor' },
        },
      ),
      noted(
        'Brightwater’s trailers must stay below 5 °C; a route above six hours is refused.',
        'T-1811',
      ),
      repeats(
        'Routes above six hours are refused by Brightwater, because trailers must stay below 5 °C.',
      ),
      from(
        'onboarding-brightwater.md',
        'Each Brightwater stop needs a signed temperature log as proof of delivery.',
      ),
      from(
        'onboarding-brightwater.md',
        'Brightwater uses the time zone Europe/London for all depots.',
      ),
      noted(
        'Brightwater had routes an hour late after the clocks changed, because two depots stood in UTC.',
        'T-1844',
      ),
      says(
        'mara',
        'For Brightwater check the time zone of a depot first when times are off by one hour.',
      ),
      noted('Brightwater’s depot in Reading cannot load before 02:45.', 'T-1859'),
      noted('The school round of Brightwater runs only in term time.', 'T-1871'),
      noted('Brightwater’s drivers share devices, so each shift signs in with a PIN.', 'T-1886'),
      says(
        'ines',
        'Brightwater’s budget year ends in March; proposals must arrive before February.',
      ),
      noted(
        'Brightwater accepts a delivery up to 15 minutes before the window, but never after it.',
        'T-1917',
      ),
      noted('Farm shops of Brightwater on the Isle of Wight depend on the 03:30 ferry.', 'T-1929'),
      noted(
        'Brightwater asked for alerts by text message to the depot phone, not to drivers.',
        'T-1941',
      ),
      says('tomas', 'Brightwater’s sensors push temperatures to our webhook every 60 seconds.'),
      noted(
        'A gap of more than 10 minutes in Brightwater’s temperature data voids the delivery.',
        'T-1966',
      ),
      noted('Brightwater reuses crates; the driver app counts returns at each stop.', 'T-1980'),
      says('ines', 'Brightwater would pay for a forecast of crate returns.'),
      noted(
        'Ruth Okafor is on leave for three weeks; Callum Shaw answers for Brightwater.',
        'T-2125',
        { daysAgo: 7 },
      ),
    ],
  },
  {
    name: 'Casa Verde Flowers',
    description: 'Florist chain in Lisbon. Few vans, huge peaks, much goodwill.',
    tags: ['crm', 'customer/casa-verde', 'region/eu', 'seasonal'],
    facts: [
      says(
        'ines',
        'Casa Verde Flowers has 11 shops in Lisbon and 6 vans, and rents 20 more for peaks.',
      ),
      says('ines', 'The owner of Casa Verde, Beatriz Matos, calls instead of writing.', {
        metadata: { contact: 'Beatriz Matos' },
      }),
      noted(
        'Casa Verde’s peak days are Valentine’s Day, Mother’s Day and All Saints’ Day.',
        'T-1816',
      ),
      noted('On peak days Casa Verde plans three times the usual number of stops.', 'T-1829'),
      noted(
        'Rented vans of Casa Verde need temporary driver accounts for up to five days.',
        'T-1838',
      ),
      noted(
        'Casa Verde’s shops close from 13:00 to 14:30, when nobody takes deliveries.',
        'T-1852',
      ),
      repeats('Nobody takes deliveries at Casa Verde’s shops between 13:00 and 14:30.'),
      noted(
        'Many addresses of Casa Verde in Alfama have no house number; drivers use the photo of the door.',
        'T-1866',
      ),
      says('mara', 'Speak Portuguese with Casa Verde where you can: Inês helps.'),
      noted('Wedding deliveries of Casa Verde must not be combined with other stops.', 'T-1899'),
      noted('Casa Verde pays by direct debit on the fifth of each month.', 'T-1914', {
        by: 'billing',
      }),
      says('ines', 'Casa Verde has the starter plan with the seasonal add-on.'),
      noted('The seasonal add-on of Casa Verde covers 30 vehicles for 21 days a year.', 'T-1932'),
      noted('Vans cannot enter Baixa before 10:30; Casa Verde delivers there on foot.', 'T-1945'),
      noted(
        'Casa Verde reads reports on a phone and asked for pictures instead of tables.',
        'T-1989',
      ),
      says('ines', 'Casa Verde recommends us to other florists; thank Beatriz for each one.'),
      noted(
        'Casa Verde’s florists print labels with a Brother QL-820, which needs our 62 mm layout.',
        'T-2003',
      ),
      noted(
        'Beatriz Matos asked whether the planner can learn which streets are blocked on Sundays.',
        'T-2061',
      ),
    ],
  },
  {
    name: 'Nordlicht Pharma',
    description: 'Pharmacy wholesaler in Rostock. Regulated: every answer must be traceable.',
    tags: ['crm', 'customer/nordlicht', 'region/eu', 'tier/premium', 'regulated'],
    facts: [
      says(
        'ines',
        'Nordlicht Pharma supplies 140 pharmacies twice a day from one depot in Rostock.',
      ),
      from(
        'gdp-audit.pdf',
        'Nordlicht is audited under GDP once a year and must show an unbroken route history.',
      ),
      from('gdp-audit.pdf', 'Route data of Nordlicht must be kept for five years.'),
      says('ines', 'Katrin Vogt is the quality manager of Nordlicht and signs off every change.', {
        metadata: { contact: 'Katrin Vogt' },
      }),
      noted(
        'Nordlicht allows changes to live routes only with a reason, which is stored.',
        'T-1819',
      ),
      repeats('Changes to live routes need a stored reason at Nordlicht.'),
      noted(
        'Controlled substances of Nordlicht travel in a locked box and need two signatures.',
        'T-1833',
      ),
      noted(
        'Nordlicht’s drivers must not see the names of patients; labels show a number only.',
        'T-1848',
      ),
      says(
        'mara',
        'Send documents for Nordlicht through the portal; their mail server rejects attachments.',
      ),
      noted('Nordlicht refuses app updates during the two weeks before an audit.', 'T-1863'),
      noted('Emergency orders of Nordlicht must reach the pharmacy within 90 minutes.', 'T-1881'),
      says(
        'tomas',
        'Nordlicht signs in through SAML with Entra ID; local passwords are switched off.',
      ),
      noted(
        'SAML sign-in of Nordlicht fails when a user has two e-mail addresses in Entra ID.',
        'T-1907',
      ),
      noted(
        'Nordlicht asked for a list of all sub-processors before it signs the addendum.',
        'T-1938',
      ),
      noted(
        'Nordlicht’s second tour starts at 13:15 and must not include stops of the first.',
        'T-1953',
      ),
      says(
        'ines',
        'Nordlicht pays a yearly invoice in January, with an order number of theirs on it.',
      ),
      noted('The next audit of Nordlicht is in five weeks.', 'T-2101', { daysAgo: 8 }),
    ],
  },
];
