import { toast } from "@/components/ui/toast";

/** Explains why opening the payment page takes longer. */
export function sayChecking(): void {
  toast.info("Checking your browser", {
    description: "This takes a few seconds. Then your order continues.",
  });
}
