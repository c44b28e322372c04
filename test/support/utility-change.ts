/** A change of utility without a trace, as the line of an entry in an export file has it. */
export const utilityChangeLine = (createdAt: string) => ({
  traceId: null,
  reviewOrder: 1,
  before: 0.5,
  after: 0.65,
  reward: 1,
  baseline: null,
  alpha: 0.3,
  createdAt,
  supersededAt: null,
});
