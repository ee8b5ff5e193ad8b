import { Component, type ReactNode } from "react";

/** Shows "Failed" in place of a component that threw while rendering. */
export class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render() {
    return this.state.hasFailed ? <p>Failed</p> : this.props.children;
  }
}
