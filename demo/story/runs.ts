/** Questions that the agents answered. Each topic was asked several times, with answers that went well or badly. */
export type Ask = {
  question: string;
  answer: string;
  /** What the reviewer found; a question without it is not reviewed yet. */
  review?: { result: 'PASS' | 'FAIL'; feedback: string };
};

export type Topic = {
  agent: string;
  /** What the agent searches for. */
  search: string;
  /** What it looks up in another system. */
  tool: { name: string; input: Record<string, unknown>; output: string };
  asks: Ask[];
};

const pass = (feedback: string): Ask['review'] => ({ result: 'PASS', feedback });
const fail = (feedback: string): Ask['review'] => ({ result: 'FAIL', feedback });
const ask = (question: string, answer: string, review?: Ask['review']): Ask =>
  review === undefined ? { question, answer } : { question, answer, review };

export const TOPICS: Topic[] = [
  {
    agent: 'Support desk',
    search: 'all times of a depot are off by one hour',
    tool: {
      name: 'get_depot',
      input: { depot: 'Reading' },
      output: '{"name":"Reading","timeZone":"UTC","opens":"02:45"}',
    },
    asks: [
      ask(
        'Ruth Okafor, Brightwater: since Sunday every route in Reading shows one hour too early. Why?',
        'The depot Reading is set to the time zone UTC, so its times did not follow the clock change. I have described how to set it to Europe/London; routes planned after that are right. The other depots are correct.',
        pass('Right on the first try, and it says what was checked.'),
      ),
      ask(
        'Our Swindon depot is one hour off as well, please look.',
        'Swindon is set to UTC too. Change the depot’s time zone to Europe/London and plan today’s routes again.',
        pass('Short and right.'),
      ),
      ask(
        'A new customer: all delivery windows moved by an hour after the import. Is the import broken?',
        'The import is not broken. The windows are read in the time zone of the depot, and yours has none yet, so UTC is used. Set it and import the file again.',
        pass('Saw that the cause is the same although the symptom was reported for the import.'),
      ),
    ],
  },
  {
    agent: 'Support desk',
    search: 'no feasible route found',
    tool: {
      name: 'get_run_report',
      input: { run: 'R-20418833' },
      output:
        '{"feasible":false,"tightest":[{"stop":"Dock 7","windowMinutes":10,"serviceMinutes":12}]}',
    },
    asks: [
      ask(
        'Planning says “no feasible route” for tomorrow. Nothing changed on our side!',
        'The stop Dock 7 has a window of 10 minutes, and its service time is now 12, which the planner learned from your last weeks. Make the window 15 minutes long and the run succeeds.',
        pass('Named the stop and the number. Exactly what the dispatcher needed.'),
      ),
      ask(
        'R-20419107 is not feasible. What do we do?',
        'Please remove some stops from the run or add a vehicle, and try again.',
        fail(
          'It did not read the report. One window was too short; the customer added a van for nothing.',
        ),
      ),
      ask(
        'Casa Verde: the wedding tour cannot be planned, why?',
        'Two stops of the wedding tour have overlapping windows in different parts of Lisbon, and a wedding delivery must not be combined with others. Give one of them to a second van.',
        pass('Used both the report and what we know about the customer.'),
      ),
      ask(
        'Why is run R-20420551 not feasible when yesterday’s was?',
        'The report names three stops whose windows are shorter than the service time. The tightest is Farm Shop Newport: it depends on the 03:30 ferry.',
      ),
    ],
  },
  {
    agent: 'Support desk',
    search: 'driver position is missing or stops after some minutes',
    tool: {
      name: 'get_device',
      input: { driver: 'D-118' },
      output: '{"model":"Samsung A54","app":"6.3.2","batterySaving":true,"lastPosition":"07:12"}',
    },
    asks: [
      ask(
        'Two of our drivers vanish from the map after a few minutes.',
        'Please ask both drivers to reinstall the driver app.',
        fail('Reinstalling lost four signatures. The cause was battery saving.'),
      ),
      ask(
        'Driver D-118 has no position since 07:12.',
        'The phone is a Samsung A54 with battery saving on, which stops positions. Allow the driver app to run in the background and take it off the list of sleeping apps. Nothing needs to be reinstalled.',
        pass('Right cause, right steps, and it prevents the loss of data.'),
      ),
      ask(
        'Positions stop again and again for van 31.',
        'Battery saving stops the positions of van 31’s phone. Allow the app to run in the background; on Samsung phones also remove it from “sleeping apps”.',
        pass('Solved in five minutes.'),
      ),
      ask(
        'No positions in Kiel since this morning, eight vans.',
        'All eight phones are new and have the factory’s battery setting. Allow the driver app to run in the background on each. I can send a one-page guide for the drivers.',
      ),
    ],
  },
  {
    agent: 'Support desk',
    search: 'reinstall or sign out of the driver app without losing data',
    tool: {
      name: 'get_outbox',
      input: { driver: 'D-204' },
      output: '{"waitingToSend":7,"oldest":"06:41"}',
    },
    asks: [
      ask(
        'The app hangs on van 12. Shall the driver reinstall it?',
        'Not yet: seven proofs of delivery are waiting to be sent. Connect the phone to Wi-Fi, press “Send now”, wait until “Waiting to send” is 0, and then reinstall.',
        pass('Saved the proofs of a morning.'),
      ),
      ask(
        'Our driver cannot find the sign-out button.',
        'It is at the bottom of the menu. Sign out and sign in again.',
        fail('It did not warn that signing out deletes what is not yet sent.'),
      ),
    ],
  },
  {
    agent: 'Support desk',
    search: 'scanner key opens the camera on Zebra devices',
    tool: {
      name: 'get_app_versions',
      input: { customer: 'acme' },
      output: '{"6.3":71,"6.3.2":3,"6.2":10}',
    },
    asks: [
      ask(
        'Acme: since yesterday the scanner key opens the camera.',
        'Version 6.3 moved the key on Zebra devices, and 6.3.2 corrects it. Three of your vans have 6.3.2 already; I have asked for the others to be updated tonight.',
        pass('Knew the version and who has it.'),
      ),
      ask(
        'The yellow button does not scan any more.',
        'Please check in the settings of Android whether the scanner is switched on.',
        fail('A known fault of 6.3. The customer lost an hour in settings.'),
      ),
    ],
  },
  {
    agent: 'Support desk',
    search: 'when will the customs module exist',
    tool: {
      name: 'get_roadmap',
      input: { feature: 'customs' },
      output: '{"status":"under discussion","date":null}',
    },
    asks: [
      ask(
        'Acme: when does the customs module come? We were told summer.',
        'The customs module will be available at the end of next quarter.',
        fail('There is no date, and we promised never to give one. Ines had to call.'),
      ),
      ask(
        'Is there a way to print customs papers from the planner?',
        'No, the planner has no customs module, and I cannot name a date for one. Today you can export the stops with their values as CSV for your customs broker. I have noted your wish with the number of your vehicles.',
        pass('A plain no, a way that exists today, and no promise.'),
      ),
    ],
  },
  {
    agent: 'Support desk',
    search: 'electric vehicles must return with enough charge',
    tool: {
      name: 'get_vehicle_profile',
      input: { vehicle: 'HH-E 112' },
      output: '{"rangeKm":210,"winterFactor":0.8,"reserve":0.1}',
    },
    asks: [
      ask(
        'Van HH-E 112 came back with 9% charge. The rule is 15.',
        'Its profile has a reserve of 10%, not 15. Set the reserve to 15% for your twelve electric vans; I can do it for all of them at once if you say yes.',
        pass('Found the setting and offered to change it, without changing it unasked.'),
      ),
      ask(
        'Why does the planner use only 168 km of 210 in January?',
        'In winter electric vehicles are planned with 80% of their range: 168 of 210 km. The reserve is taken from that.',
        pass('Correct and short.'),
      ),
    ],
  },
  {
    agent: 'Support desk',
    search: 'temporary driver accounts for rented vans',
    tool: {
      name: 'list_accounts',
      input: { customer: 'casa-verde', temporary: true },
      output: '{"temporary":0,"allowed":30}',
    },
    asks: [
      ask(
        'Beatriz from Casa Verde needs 20 drivers for Mother’s Day.',
        'You can create up to 30 temporary accounts with the seasonal add-on. Choose Drivers, then “Temporary”, and give the last day; they end by themselves.',
        pass('Friendly, complete, and within what she has paid for.'),
      ),
      ask(
        'The rented drivers cannot sign in today.',
        '“Route not found” after sign-in means that the driver has no vehicle today. Give each of the 20 drivers a vehicle and they can start.',
        pass('Recognized the message.'),
      ),
    ],
  },
  {
    agent: 'Support desk',
    search: 'who changed a live route and the reason for it',
    tool: {
      name: 'get_route_history',
      input: { route: 'R-20377120' },
      output: '{"changes":[{"by":"dispatcher 4","at":"10:22","reason":null}]}',
    },
    asks: [
      ask(
        'Katrin Vogt, Nordlicht: I need to know who moved stop 14 and why.',
        'Dispatcher 4 moved stop 14 at 10:22, and no reason was stored. Your account does not yet require one: the setting is “Reason for changes to live routes”. I recommend to switch it on before your audit.',
        pass('Traceable, honest about the gap, and it says what to do.'),
      ),
      ask(
        'Please send the change history of last month as an attachment.',
        'Here is the history of last month as an attachment to this e-mail.',
        fail('Their mail server rejects attachments; documents go through the portal.'),
      ),
      ask(
        'How long is our route history kept?',
        'For your account it is kept for five years, as your GDP audit demands. It can be exported at any time.',
        pass('Used the rule of this customer, not the general one.'),
      ),
    ],
  },
  {
    agent: 'Support desk',
    search: 'SAML sign-in fails for users of one customer',
    tool: {
      name: 'get_sign_in_log',
      input: { customer: 'nordlicht' },
      output: '{"failures":14,"reason":"certificate expired"}',
    },
    asks: [
      ask(
        'Nobody at Nordlicht can sign in this morning.',
        'The certificate in your Entra ID metadata ran out last night; the log has 14 failures with this reason. Upload the new metadata under Sign-in and everyone can enter again. A colleague calls you now.',
        pass('Read the log first, and a premium customer got a call.'),
      ),
      ask(
        'One colleague cannot sign in, the others can.',
        'The certificate has probably run out. Please upload new metadata.',
        fail(
          'Only one user failed: she has two e-mail addresses. The certificate cannot be the reason.',
        ),
      ),
    ],
  },
  {
    agent: 'Support desk',
    search: 'dates in the CSV import are read wrongly',
    tool: {
      name: 'get_import',
      input: { import: 'I-5512' },
      output: '{"rows":212,"failed":212,"error":"row 2: 31/07 is not a date"}',
    },
    asks: [
      ask(
        'All 212 rows of our file fail.',
        'Your account reads dates as day.month.year, and the file has day/month/year. Replace the slashes, or send ISO dates, which every account understands.',
        pass('One cause, one step.'),
      ),
      ask(
        'Prices in our import are a hundred times too high.',
        'The file uses a comma both between the columns and in the numbers. Use a semicolon between the columns and the numbers are read correctly.',
        pass('Good.'),
      ),
      ask(
        'The import swaps day and month for some rows.',
        'Dates are read as day.month.year for EU accounts. Rows from 13 on fail visibly, the others swap silently: send ISO dates and import the file again; orders with the same external id are replaced.',
      ),
    ],
  },
  {
    agent: 'Billing assistant',
    search: 'price of the starter plan for existing customers',
    tool: {
      name: 'get_contract',
      input: { customer: 'casa-verde' },
      output: '{"plan":"starter","price":29,"renewsInDays":143}',
    },
    asks: [
      ask(
        'Does our price rise to 32 euros next month?',
        'No. You keep 29 euros for each vehicle until your contract renews, which is in 143 days.',
        pass('The sentence that ends the worry, with the date.'),
      ),
      ask(
        'I read that starter costs 32 euros now. Is that for us?',
        'Yes, the starter plan costs 32 euros for each vehicle and month.',
        fail('Existing customers keep their price. This caused two angry calls.'),
      ),
      ask(
        'Which price do we pay for a new van under our old contract?',
        'The same as for your others: 29 euros a month until the contract renews, and in the first month only for the days since it was added.',
        pass('Two rules combined correctly.'),
      ),
    ],
  },
  {
    agent: 'Billing assistant',
    search: 'refund or credit for an outage',
    tool: {
      name: 'get_incidents',
      input: { customer: 'acme', days: 30 },
      output: '{"incidents":[{"service":"planner","minutes":25}]}',
    },
    asks: [
      ask(
        'Acme wants a credit for the slow planning on Tuesday.',
        'The incident lasted 25 minutes. The contract gives 5% of the monthly fee for each full hour, so there is no credit for it. I have told Ines, who can decide otherwise.',
        pass('Applied the rule and left the exception to the person who may make it.'),
      ),
      ask(
        'Please refund 240 euros for the double booking.',
        'I have arranged a refund of 240 euros; it arrives within five working days.',
        fail('Refunds above 200 euros need the account manager.'),
      ),
      ask(
        'When does my refund of 80 euros arrive?',
        'It was sent yesterday: within five working days on a card, within three on an account.',
        pass('Fine.'),
      ),
    ],
  },
  {
    agent: 'Billing assistant',
    search: 'order number missing on an invoice',
    tool: {
      name: 'get_invoice',
      input: { invoice: 'LR-88120' },
      output: '{"number":"LR-88120","orderNumber":null,"sent":true}',
    },
    asks: [
      ask(
        'Deniz Aydin, Acme: our order number is not on invoice LR-88120.',
        'It was entered after that invoice was made, so it appears from the next one on. I can issue a corrected invoice, which has a new number and names LR-88120.',
        pass('Explains why and offers the right way.'),
      ),
      ask(
        'Can you add the order number to last month’s invoice?',
        'I have added the order number to the invoice.',
        fail('A sent invoice cannot be changed; only a corrected one can be made.'),
      ),
    ],
  },
  {
    agent: 'Billing assistant',
    search: 'cancel the contract and export the data',
    tool: {
      name: 'get_contract',
      input: { customer: 'small-parcel' },
      output: '{"plan":"business","notice":30}',
    },
    asks: [
      ask(
        'We want to cancel. How long can we get our data?',
        'I hand you over to Inês Duarte, your account manager, who answers today. For your plans: notice is 30 days to the end of a month, and data can be exported for 60 days afterwards.',
        pass('Handed over at once, and still useful.'),
      ),
      ask(
        'How do we remove four vans?',
        'Vehicles can be removed at the end of a month: choose them under Fleet and press “Remove on the 30th”.',
        pass('Right.'),
      ),
    ],
  },
  {
    agent: 'On-call helper',
    search: 'planning queue is growing',
    tool: {
      name: 'queue_depth',
      input: { queue: 'planner' },
      output: '{"depth":264,"oldestMinutes":11,"repeated":["R-20377991"]}',
    },
    asks: [
      ask(
        'Planner queue at 264 and growing.',
        'Add two planner workers first. Then park R-20377991, which has been started three times: `planner park R-20377991`. Do not restart all workers, since running plans start again from zero.',
        pass('The runbook in the right order, with the run named.'),
      ),
      ask(
        'The queue is above 200 again, what now?',
        'Restart the planner workers to clear the queue.',
        fail('This is what the runbook forbids: 40 running plans started again from zero.'),
      ),
      ask(
        'One planner worker uses 6.5 GB.',
        'A run with a stop at 0,0 makes a worker use that much. Find it in the worker’s log and park it; the worker frees the memory by itself.',
        pass('Found the stop within two minutes.'),
      ),
    ],
  },
  {
    agent: 'On-call helper',
    search: 'webhook deliveries are late',
    tool: {
      name: 'slowest_endpoints',
      input: { minutes: 30 },
      output: '{"endpoints":[{"customer":"small-parcel","p95":"29 s"}]}',
    },
    asks: [
      ask(
        'Webhooks are 40 minutes behind for everyone.',
        'One endpoint answers in 29 seconds and holds the others: small-parcel. Pause it with `hooks pause small-parcel` and tell the customer; the backlog drains by itself.',
        pass('The backlog was gone in 15 minutes.'),
      ),
      ask(
        'A webhook backlog again this evening.',
        'Look for one slow endpoint first; the list of the last 30 minutes has it at the top. Pause it and write to the customer.',
      ),
    ],
  },
  {
    agent: 'On-call helper',
    search: 'replication lag of the database',
    tool: {
      name: 'replication_lag',
      input: {},
      output: '{"seconds":74,"longestQuery":"nightly report"}',
    },
    asks: [
      ask(
        'Replication lag is 74 seconds.',
        'Stop the nightly report, which runs on the replica, before anything else. Do not fail over: check first whether a migration runs.',
        pass('Both halves of the rule.'),
      ),
      ask(
        'Lag 45 seconds, shall I fail over?',
        'Yes, a failover removes the lag.',
        fail('A migration was running. A failover would have lost it.'),
      ),
    ],
  },
  {
    agent: 'On-call helper',
    search: 'unusual burst of API requests in the early morning',
    tool: {
      name: 'top_callers',
      input: { at: '05:10' },
      output: '{"callers":[{"customer":"acme","requests":412}]}',
    },
    asks: [
      ask(
        'Alert: 400 requests in seconds at 05:10. Attack?',
        'No: this is Acme’s integration, which sends its orders at 05:10 every day. It stays below its limit of 600 a minute.',
        pass('Let the engineer sleep.'),
      ),
      ask(
        '05:11, requests double the usual.',
        'It is Acme again, with eight more vans since the takeover in Kiel. 470 requests are still below the limit.',
        pass('Connected the growth with the cause.'),
      ),
    ],
  },
  {
    agent: 'Account briefer',
    search: 'what matters before a call with this customer',
    tool: {
      name: 'list_tickets',
      input: { customer: 'brightwater', open: true },
      output: '{"open":2,"subjects":["route above six hours","crate returns"]}',
    },
    asks: [
      ask(
        'Brief me for the call with Brightwater at ten.',
        'Callum Shaw answers while Ruth is away, and wants more explanation. 310 shops, cooled, nothing above six hours. Hurts: a route of 6:20 was refused. Asked for: a forecast of crate returns. Do not speak of the budget before February.',
        pass('All five lines true and useful.'),
      ),
      ask(
        'Five lines on Acme please.',
        'Acme runs 84 vans. Jonas Petersen decides. They want a discount above 100 vans. They like the new planner. Customs comes soon.',
        fail('92 vans since Kiel, and the last line must never be said to Acme.'),
      ),
      ask(
        'Brief me on Nordlicht before the audit talk.',
        'Katrin Vogt signs off everything. 140 pharmacies, two tours. Audit in five weeks, no app updates in the two weeks before. Reasons for live changes are not required yet. Documents only through the portal.',
        pass('She was impressed.'),
      ),
      ask(
        'What do I need for Beatriz Matos?',
        'She calls instead of writing, in Portuguese. 11 shops, 6 vans, 20 more at peaks. She asked three times about streets that are blocked on Sundays; we cannot do it yet.',
      ),
    ],
  },
  {
    agent: 'Account briefer',
    search: 'who is the contact for invoices',
    tool: {
      name: 'get_contacts',
      input: { customer: 'acme' },
      output: '{"contacts":["Jonas Petersen","Deniz Aydin"]}',
    },
    asks: [
      ask(
        'Whom do I ask about Acme’s last invoice?',
        'Deniz Aydin handles invoices at Acme since Svenja Krol left.',
        pass('Current.'),
      ),
      ask(
        'Who decides about operations at Acme?',
        'Jonas Petersen, head of dispatch. Give him bad news by phone.',
        pass('Good, with the hint that matters.'),
      ),
    ],
  },
  {
    agent: 'Release notes writer',
    search: 'what is new in this version for dispatchers and drivers',
    tool: {
      name: 'merged_changes',
      input: { version: '8.3' },
      output: '{"changes":["limit 3000","move reasons","learned service times"]}',
    },
    asks: [
      ask(
        'Write the notes for planner 8.3.',
        'You can now plan 3,000 stops in one run. The history of a route shows why a stop was moved. Service times are learned from the last 60 days of each stop, so windows shorter than the real service time are found earlier.',
        pass('A dispatcher understands every sentence.'),
      ),
      ask(
        'Two lines for drivers about 6.3.2, please.',
        'The scanner key of Zebra devices scans again. Nothing else changes.',
        pass('Perfect length.'),
      ),
      ask(
        'Notes for the rollback of Android 10.',
        'Version 6.4 needs Android 11.',
        fail('That was taken back: 6.4 keeps Android 10. It used the older statement.'),
      ),
    ],
  },
  {
    agent: 'Shift opener',
    search: 'what happened at the desk lately that today’s shift must know',
    tool: { name: 'today', input: {}, output: '{"weekday":"Monday","early":["Mara"],"open":6}' },
    asks: [
      ask(
        'Open the Monday shift.',
        'Six tickets are open. Nordlicht: no app updates until the audit. Acme: eight new vans in Kiel, drivers are trained on Thursday. Brightwater: Callum Shaw answers. Price questions: you keep your price until the contract renews.',
        pass('Mara read it aloud to everybody.'),
      ),
      ask(
        'Open the shift after the incident.',
        'Yesterday planning was slow for 25 minutes. Premium customers are called first; Jonas Petersen wants bad news by phone.',
        pass('Put the lesson before the numbers.'),
      ),
      ask(
        'Open the early shift.',
        'Good morning! Nothing special happened yesterday.',
        fail('Eleven price questions and a refused route happened yesterday.'),
      ),
      ask(
        'Open the Wednesday shift.',
        'Two Samsung phones had no positions; the battery setting solved both. Casa Verde asks about blocked streets on Sundays for the third time: note it, promise nothing.',
      ),
    ],
  },
  {
    agent: 'Support desk',
    search: 'temperature log and proof of delivery for cooled goods',
    tool: {
      name: 'get_proofs',
      input: { stop: 'S-77120' },
      output: '{"proofs":["signature"],"temperatureLog":{"gapMinutes":14}}',
    },
    asks: [
      ask(
        'Why is the delivery at S-77120 void?',
        'The temperature log has a gap of 14 minutes, and above 10 a delivery of yours is void. The signature alone does not count at Brightwater.',
        pass('Exact, with the number and the rule.'),
      ),
      ask(
        'Can a driver add the temperature log later?',
        'Yes, the app keeps it offline and sends it when the phone is online again, as long as nobody signs out before.',
        pass('It even warned about signing out.'),
      ),
    ],
  },
];
