// Error boundary: renders `instead` if its content fails, and retries when `of` changes.

import { Component, type ReactNode } from 'react';

interface Props {
  /** The content's identity; compared by reference. */
  of: unknown;
  instead: () => ReactNode;
  children: ReactNode;
}

interface State {
  of: unknown;
  failed: boolean;
}

export class Boundary extends Component<Props, State> {
  override state: State = { of: this.props.of, failed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return Object.is(props.of, state.of) ? null : { of: props.of, failed: false };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.instead() : this.props.children;
  }
}
