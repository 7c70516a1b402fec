import { useRef } from "react";

/**
 * Tells whether a select was changed by keyboard. Arrow keys select every option that they pass in a closed list, so such
 * a change takes effect only with a button. `keyProps` go onto the select or an element around it.
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
