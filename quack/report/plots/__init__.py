"""Plots of exported data, a module each; `quack.report.plots.gallery` lists them.

Each takes data frames (`quack.report.frames`) and a theme and gives a matplotlib figure; none needs a screen, and none
says anything by colour alone.
"""
