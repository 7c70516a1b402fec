"use client";

import { useEffect } from "react";
import { RetryButton } from "@/components/forms/retry-button";
import { Alert } from "@/components/ui/alert";
import { toast } from "@/components/ui/toast";

type OrdersFailedProps = { title: string; detail: string; onRetry: () => void };

/** An error page for orders, with a toast and a way to try again. */
export function OrdersFailed({ title, detail, onRetry }: OrdersFailedProps) {
  useEffect(() => toast.error(title, { description: detail }), [title, detail]);
  return (
    <Alert variant="destructive" role="status" title={title}>
      <p>{detail}. Your orders are safe; please try again in a moment.</p>
      <div>
        <RetryButton retry={onRetry} variant="outline" />
      </div>
    </Alert>
  );
}
