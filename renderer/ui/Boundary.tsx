// Keeps a failure where it happened: what is inside is replaced by `instead` when it cannot be drawn, and tried again
// when `of` is another. What is around it goes on.

import { Component, type ReactNode } from 'react';

interface Props {
  /** What is drawn; compared by identity. */
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
