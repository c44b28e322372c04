/** A kind of request to a support desk: five texts of it, the right action, and an outdated action. */
export type Kind = {
  requests: readonly [string, string, string, string, string];
  action: string;
  outdatedAction: string;
};

export const KINDS: readonly Kind[] = [
  {
    requests: [
      'A customer asks for a refund of an order that arrived broken',
      'Refund an order that was broken when it arrived',
      'The order arrived broken and the customer wants a refund',
      'Broken order: the customer asks for the refund of it',
      'Please refund this order, it arrived in a broken box',
    ],
    action: 'refund_order',
    outdatedAction: 'send_voucher',
  },
  {
    requests: [
      'A customer forgot the password of the account',
      'The password of the account is lost, help the customer',
      'Reset a forgotten password of a customer account',
      'A forgotten password keeps a customer out of the account',
      'Customer cannot remember the account password',
    ],
    action: 'send_reset_link',
    outdatedAction: 'read_password_aloud',
  },
  {
    requests: [
      'A customer wants to change the delivery address',
      'Change the delivery address of a parcel for a customer',
      'The delivery address is wrong and must be changed',
      'New delivery address for the parcel of a customer',
      'Customer moved house, change the delivery address',
    ],
    action: 'update_address',
    outdatedAction: 'cancel_parcel',
  },
  {
    requests: [
      'A customer was charged twice on the invoice',
      'The invoice charged the customer twice',
      'Double charge on an invoice of a customer',
      'Customer says the invoice was charged two times, twice',
      'An invoice was charged twice, please check',
    ],
    action: 'reverse_charge',
    outdatedAction: 'charge_again',
  },
  {
    requests: [
      'A customer asks when the shop opens on holidays',
      'Opening hours of the shop on holidays',
      'When does the shop open on holidays, asks a customer',
      'Is the shop open on the holidays?',
      'Customer wants the holidays hours of the shop',
    ],
    action: 'read_calendar',
    outdatedAction: 'quote_weekday_hours',
  },
  {
    requests: [
      'A customer wants to cancel the monthly subscription',
      'Cancel the monthly subscription of a customer',
      'The customer cancels the monthly subscription today',
      'End a monthly subscription, the customer wants to cancel',
      'Please cancel this monthly subscription now',
    ],
    action: 'cancel_subscription',
    outdatedAction: 'offer_discount',
  },
  {
    requests: [
      'A customer reports that the mobile app crashes at login',
      'The mobile app crashes when logging in, at login',
      'Login in the mobile app crashes for a customer',
      'Crash of the mobile app at login, reported by a customer',
      'Mobile app crashes, the login fails',
    ],
    action: 'collect_crash_log',
    outdatedAction: 'ask_to_reinstall',
  },
  {
    requests: [
      'A customer asks for a copy of all personal data',
      'Copy of the personal data for a customer',
      'The customer requests all personal data as a copy',
      'Personal data: send the customer a copy of all',
      'Export all personal data for this customer, as a copy',
    ],
    action: 'open_privacy_request',
    outdatedAction: 'email_database_dump',
  },
  {
    requests: [
      'A customer cannot redeem a gift card',
      'The gift card of a customer cannot be redeemed',
      'Redeem a gift card that a customer cannot use',
      'Gift card problem: redeem fails for the customer',
      'The customer tries to redeem the gift card in vain',
    ],
    action: 'check_card_balance',
    outdatedAction: 'issue_new_card',
  },
  {
    requests: [
      'A customer asks for an invoice with a tax number',
      'Invoice with the tax number for a customer',
      'The tax number is missing on the invoice of a customer',
      'Add the tax number to an invoice',
      'Customer needs the tax number on the invoice',
    ],
    action: 'reissue_invoice',
    outdatedAction: 'edit_pdf',
  },
];

/** The 50 runs: five rounds, in which each kind has another text. */
export const RUNS = [0, 1, 2, 3, 4].flatMap((round) =>
  KINDS.map((kind) => ({ kind, request: kind.requests[round] ?? kind.requests[0] })),
);
