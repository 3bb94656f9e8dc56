// Decides whether a tool call runs, is asked about, or is refused. Pure.

export { isAnyCommand } from './anyCommand.ts';
export { decide } from './decide.ts';
export { matchWords } from './matchText.ts';
export { type ApprovalOffer, offersFor, readsWouldPass } from './offers.ts';
export * from './rule.ts';
export { isTooBroad, openingsOf, rulesInScope } from './ruleScope.ts';
export { type RuleNames, ruleWhat, ruleWhere } from './ruleText.ts';
