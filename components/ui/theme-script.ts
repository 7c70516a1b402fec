/**
 * Sets the theme's class before the first paint: the visitor's choice (where next-themes keeps it), else the
 * system's. The text is the same in every page and every build, so a policy that knows no 'unsafe-inline' can name
 * its hash.
 */
export const themeScript = `(function(){var choice="system";try{choice=localStorage.getItem("theme")||choice}catch(e){}var isDark=choice==="dark"||(choice==="system"&&matchMedia("(prefers-color-scheme: dark)").matches),root=document.documentElement;root.classList.add(isDark?"dark":"light");root.style.colorScheme=isDark?"dark":"light"})()`;
