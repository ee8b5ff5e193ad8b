import { Component, type ReactNode } from "react";

import { FailedPage } from "./failed-page.tsx";

interface PageBoundaryProps {
  /** Where somebody is: going elsewhere leaves the failure behind. */
  place: string;
  children: ReactNode;
}

interface PageBoundaryState {
  place: string;
  hasFailed: boolean;
}

/** Holds the place of what is inside when it fails to load or to render. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { place: this.props.place, hasFailed: false };

  static getDerivedStateFromError(): Partial<PageBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(
    { place }: PageBoundaryProps,
    last: PageBoundaryState,
  ): PageBoundaryState | null {
    return place === last.place ? null : { place, hasFailed: false };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <FailedPage /> : this.props.children;
  }
}
