"use client";

import { Component } from "react";
import { Alert } from "./alert";
import { buttonVariants } from "./button-variants";

/** Keeps a failure to show one part of a page from taking the rest of the page with it. */
export class PartBoundary extends Component<{ children: React.ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Alert variant="warning" title="We can't show this part right now">
        <button
          type="button"
          className={`${buttonVariants({ variant: "outline" })} self-start`}
          onClick={() => location.reload()}
        >
          Load the page again
        </button>
      </Alert>
    );
  }
}
