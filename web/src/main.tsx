import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";

import { App } from "./app";
import { queries } from "./query";
import { Gate } from "./sign-in/gate";
import { begin } from "./sign-in/standing";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/chat.css";
import "./styles/screens.css";

void begin();

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Gate>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </Gate>
    </QueryClientProvider>
  </StrictMode>,
);
