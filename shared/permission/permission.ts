// Decides whether a tool call runs, is asked about, or is refused. Pure.

export { decide, reasonTypeOf } from './decide.ts';
export { type ApprovalOffer, offersFor, readsWouldPass } from './offers.ts';
export * from './rule.ts';
export { isTooBroad, openingsOf, rulesInScope } from './ruleScope.ts';
export { matchWords, type RuleNames, ruleWhat, ruleWhere } from './ruleText.ts';
