// Whether a tool call runs, is asked about, or is refused. Pure: rules and the call go in, a decision comes out.

export { isAnyCommand } from './permission/anyCommand.ts';
export { decide } from './permission/decide.ts';
export { matchWords } from './permission/matchWords.ts';
export { type ApprovalOffer, offersFor, readsWouldPass } from './permission/offers.ts';
export * from './permission/rule.ts';
export { isTooWide, openingsOf, rulesInScope } from './permission/ruleScope.ts';
export { type RuleNames, ruleWhat, ruleWhere } from './permission/shownRule.ts';
