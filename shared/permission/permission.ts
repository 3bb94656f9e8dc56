// Decides whether a tool call runs, is asked about, or is refused. Pure.

export { decide, reasonTypeOf } from './decide.ts';
export {
  type ApprovalOffer,
  arePrefixLengths,
  isAllowedInReadsMode as readsWouldPass,
  matchesOf,
  type OfferedPrefix,
  offersFor,
} from './offers.ts';
export * from './rule.ts';
export { isTooBroad, rulesInScope, sandboxOpeningsOf as openingsOf } from './ruleScope.ts';
export {
  describeMatch as matchWords,
  describeRuleScope as ruleWhere,
  describeRuleTarget as ruleWhat,
  type RuleNames,
} from './ruleText.ts';
