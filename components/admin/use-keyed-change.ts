import { useRef } from "react";

/**
 * Tells whether a select's change comes from the keyboard, whose arrow keys select each option of a closed list on their
 * way: such a change waits for a button. `keyProps` go onto the select or an element around it.
 */
export function useKeyedChange() {
  const isKeyed = useRef(false);
  return {
    isKeyed: () => isKeyed.current,
    keyProps: {
      onKeyDown: ({ target }: React.KeyboardEvent) => {
        isKeyed.current = target instanceof HTMLSelectElement;
      },
      onPointerDown: () => {
        isKeyed.current = false;
      },
    },
  };
}
