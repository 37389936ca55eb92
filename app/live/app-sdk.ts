export { initializeApp } from "firebase/app";
