import { NotFound } from "@/components/layout/not-found";

/** Inside the frame of these pages, which has the header and the main landmark. */
export default function FramedNotFoundPage() {
  return (
    <div className="column">
      <NotFound />
    </div>
  );
}
