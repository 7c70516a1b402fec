/**
 * Sets the theme class before the first paint: the visitor's choice (stored by next-themes), else the system's. The
 * text never changes, so that the content policy can allow it by its hash.
 */
export const themeScript = `(function(){var choice="system";try{choice=localStorage.getItem("theme")||choice}catch(e){}var isDark=choice==="dark"||(choice==="system"&&matchMedia("(prefers-color-scheme: dark)").matches),root=document.documentElement;root.classList.add(isDark?"dark":"light");root.style.colorScheme=isDark?"dark":"light"})()`;
