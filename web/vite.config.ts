import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Where the API answers while the client is worked on with `npx vite`. */
const API = process.env["API"] ?? "http://127.0.0.1:7071";

/** What the page is drawn with changes seldom: browsers keep it while the client itself changes. */
const DRAWN_WITH = /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack)[\\/]/;

export default defineConfig({
  plugins: [react()],
  // Nothing is inlined as data: or as a script, so the strict content security policy holds.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "react", test: DRAWN_WITH }] } },
    },
  },
  server: { proxy: { "/api": API } },
});
