import { Component } from "react";
import type { ReactNode } from "react";

type Props = { children: ReactNode };
type State = { isFailed: boolean; tried: ReactNode };

/** What cannot be drawn as it is now must not take the form with it. The next change is tried again. */
export class DrawnOrSaid extends Component<Props, State> {
  override state: State = { isFailed: false, tried: undefined };

  static getDerivedStateFromError(): Partial<State> {
    return { isFailed: true };
  }

  static getDerivedStateFromProps({ children }: Props, { tried }: State): Partial<State> | null {
    return children === tried ? null : { isFailed: false, tried: children };
  }

  override render(): ReactNode {
    if (!this.state.isFailed) return this.props.children;
    return (
      <p className="lead">This cannot be shown as it is now. What you have written is safe.</p>
    );
  }
}
