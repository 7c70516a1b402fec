import { toast } from "@/components/ui/toast";

/** Tells the buyer why the payment page takes a moment longer. */
export function sayChecking(): void {
  toast.info("Checking your browser", {
    description: "This takes a few seconds. Your order goes on by itself.",
  });
}
