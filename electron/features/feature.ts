// The shape of a feature. electron/features.ts lists all features; docs/architecture.md has the recipe for a new one.

import type { MethodName } from '../../shared/contract.ts';
import type { HandlersOf } from '../lib/protocolServer.ts';
import type { AppParts } from './appParts.ts';

/**
 * `Needs` are the service's dependencies: the platform, the engine for a feature that works on conversations, or the
 * app for one that only a window has. `Methods` is the feature's method table in shared/features.
 */
export interface Feature<Needs, Service, Methods> {
  /**
   * Creates the service, if any. Also called for commands without a window (except for the app's features), so it must
   * not start anything or touch files.
   */
  create?(needs: Needs): Service;
  handlers?(app: AppParts, service: Service): HandlersOf<Methods>;
  /** Publishes the feature's events to the windows. Returns a function that stops it. */
  publish?(service: Service, app: Pick<AppParts, 'feed' | 'settings'>): () => void;
  close?(service: Service): Promise<void> | void;
}

/** Types a feature: specify `Methods`; the rest is inferred. */
export function defineFeature<Methods extends Partial<Record<MethodName, unknown>>>() {
  return <Needs, Service>(feature: Feature<Needs, Service, Methods>): Feature<Needs, Service, Methods> => feature;
}

/** Features differ in needs and services, so the list leaves both open. */
type FeatureList = Readonly<Record<string, Feature<never, unknown, never>>>;

type Joined<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

type ServiceOf<Each> = Each extends Feature<never, infer Service, never> ? Service : never;

type NeedsOf<Each> = Each extends { create?(needs: infer Needs): unknown } ? Needs : never;

/** The services of a list, by property name. */
export type ServicesOf<List extends FeatureList> = {
  [Name in keyof List as unknown extends ServiceOf<List[Name]> ? never : Name]: ServiceOf<List[Name]>;
};

export function createServices<List extends FeatureList>(
  list: List,
  needs: Joined<NeedsOf<List[keyof List]>>,
): ServicesOf<List> {
  const entries = Object.entries(list).flatMap(([name, feature]) =>
    feature.create ? [[name, feature.create(needs as never)] as const] : [],
  );
  return Object.fromEntries(entries) as ServicesOf<List>;
}

/** Handlers for every method. An unhandled method does not compile. */
export function featureHandlers<List extends FeatureList>(
  list: List,
  services: ServicesOf<List>,
  app: AppParts,
): Joined<ReturnType<NonNullable<List[keyof List]['handlers']>>> {
  const each = mapValues(list, (feature, name) => feature.handlers?.(app, services[name as keyof ServicesOf<List>]));
  return Object.assign({}, ...Object.values(each));
}

/** Publishes the events of every feature. Returns a function that stops it. */
export function publishFeatures<List extends FeatureList>(
  list: List,
  services: ServicesOf<List>,
  app: Pick<AppParts, 'feed' | 'settings'>,
): () => void {
  const stops = mapValues(list, (feature, name) => feature.publish?.(services[name as keyof ServicesOf<List>], app));
  return () => {
    for (const stop of Object.values(stops)) stop?.();
  };
}

export async function closeServices<List extends FeatureList>(list: List, services: ServicesOf<List>): Promise<void> {
  const closed = mapValues(list, async (feature, name) => feature.close?.(services[name as keyof ServicesOf<List>]));
  await Promise.all(Object.values(closed));
}

function mapValues<Value>(
  list: FeatureList,
  map: (feature: FeatureList[string], name: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(list).map(([name, feature]) => [name, map(feature, name)]));
}
