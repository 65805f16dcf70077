"use strict";
// Elements made of text: nothing that a log, a claim or a rule says is ever read as markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element; attributes that begin with "on" are listeners, those that are null or false are left out. */
function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for a drawing. */
function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function byId(id) {
  return document.getElementById(id);
}

/** The model that stands in the page under an id. */
function model(id) {
  return JSON.parse(byId(id).textContent);
}

/** Somebody's or something's name: set apart, so that letters that run from right to left stay among themselves. */
function named(text) {
  return el("bdi", {}, text);
}

function amount(number, what) {
  return `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
}

function ticks(first, last) {
  return first === last ? `tick ${first}` : `ticks ${first} to ${last}`;
}

/** Whether keys that are typed there belong to what is typed into. */
function isTyping(target) {
  return target instanceof HTMLElement && target.matches("input:not([type=checkbox]), select, textarea");
}
